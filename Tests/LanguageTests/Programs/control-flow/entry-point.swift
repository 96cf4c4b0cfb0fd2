// A type that is `@main`: its `main()` is the program.
func twice(_ number: Int) async -> Int { number * 2 }
@main
struct Tool {
  var name: String
  static func main() async throws {
    let tool = Tool(name: "tool")
    tool.run()
    print(await twice(4))
  }
  func run() { print(name, "runs") }
}
