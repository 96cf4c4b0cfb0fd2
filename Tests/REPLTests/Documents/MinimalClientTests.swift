// The clients of a page, in `examples/clients/minimal`: each reads, writes and watches, and says what is refused.
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct MinimalClientTests {
  private static let folder = "examples/clients/minimal"

  @Test func eachFitsOnAPage() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path + "/" + Self.folder)
      .filter { $0.hasPrefix("minimal.") }.sorted()
    #expect(files == ["minimal.c", "minimal.go", "minimal.js", "minimal.py", "minimal.sh"])
    for file in files {
      let lines = try Repository.text("\(Self.folder)/\(file)").split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 61, "\(file)")
    }
  }

  private static let shown = ["0", "2", "Nothing is at 'a.m'.", "a.n = 4", "a.n = 7"]

  @Test(.enabled(if: Tool.find("python3") != nil, "python3 is not on PATH: make tools installs it"))
  func python() throws { #expect(try heard(by: "python3 -B SOURCE/minimal.py") == Self.shown) }

  @Test(.enabled(if: Tool.find("node") != nil, "node is not on PATH: make tools installs it"))
  func node() throws { #expect(try heard(by: "node SOURCE/minimal.js") == Self.shown) }

  @Test(.enabled(if: Tool.find("jq") != nil && Tool.find("nc") != nil, "jq or nc is missing: make tools installs them"))
  func shell() throws { #expect(try heard(by: "sh SOURCE/minimal.sh") == Self.shown) }

  @Test(.enabled(if: Tool.find("go") != nil, "go is not on PATH: make tools installs it"))
  func go() throws {
    let made = "go vet SOURCE/minimal.go && go build -o ./client SOURCE/minimal.go"
    #expect(try heard(by: "./client", after: made) == Self.shown)
  }

  /// It shows what the daemon says.
  @Test(.enabled(if: Tool.find("cc") != nil, "cc is not on PATH: make tools installs it"))
  func c() throws {
    let heard = try heard(by: "./client", after: "cc -Wall -Wextra -Werror -o client SOURCE/minimal.c")
    let parts = [
      #""value":0,"type":"Int""#, #""rev":2,"#, "Nothing is at 'a.m'.", #""sub":"main""#, #""path":"a.n","value":4"#,
      #""type":"ready""#, #""path":"a.n","op":"set","value":7"#, #""type":"shutdown""#, #""reason":"shutdown""#,
    ]
    #expect(heard.count == parts.count, "\(heard)")
    for (line, part) in zip(heard, parts) { #expect(line.contains(part)) }
  }

  /// What a client says in a conversation with a daemon, which ends first.
  private func heard(by client: String, after preparation: String = ":") throws -> [String] {
    let place = DaemonPlace()
    defer { place.stop() }
    let script = """
      exec 2>&1
      \(preparation) || exit
      combinectl --quiet eval 'class A: ObservableObject { @Published var n = 0 }; let a = A()' >/dev/null
      \(client) get a.n
      \(client) set a.n 4
      \(client) get a.m && echo 'the exit status is 0'
      : >seen
      \(client) watch 'a.**' >seen 2>/dev/null &
      until grep -q 4 seen; do :; done
      combinectl --quiet set a.n 7 >/dev/null
      until grep -q 7 seen; do :; done
      combinectl --quiet stop >/dev/null
      wait
      cat seen
      """
    let folder = Repository.root.appendingPathComponent(Self.folder).path
    let (output, _) = try place.run(script.replacing("SOURCE", with: folder))
    return output.split(separator: "\n").map(String.init)
  }
}
