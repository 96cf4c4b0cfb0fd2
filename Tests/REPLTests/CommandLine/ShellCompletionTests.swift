// The completion scripts, in the shells themselves; of a shell that is not here only what can be said without it.
import Foundation
import TestSupport
import Testing

@testable import REPL

struct ShellCompletionTests {
  /// Plays the program that the scripts ask.
  private static let program = """
    #!/bin/sh
    case "$*" in
      *--methods*) printf 'signup.send\tfunc send(to: String)\nsignup.submit\tfunc submit()\n' ;;
      *elsewhere*) printf 'else\\n' ;;
      ls*) printf 'signup\\nsignup.name\\n' ;;
      list*) printf 'SignUp\\nsignup\\n' ;;
      pipe*) printf 'signup.ok\\nshout\\n' ;;
    esac
    """

  /// What stands on the line before Tab, and what is offered for its last word.
  static let places: [(line: String, offers: String)] = [
    ("combinectl wa", "wait watch"),
    ("combinectl get s", "signup signup.name"),
    ("combinectl --socket x -n red get s", "signup signup.name"),
    ("combinectl -n elsewhere get e", "else"),
    ("combinectl get --socket elsewhere e", "else"),
    ("combinectl --socket=elsewhere get e", "else"),
    ("combinectl tail -n elsewhere s", "signup signup.name"),
    ("combinectl source S", "SignUp"),
    ("combinectl pipe re", "remove replay resume"),
    ("combinectl pipe replay s", "shout signup.ok"),
    ("combinectl pipe remove s", "shout signup.ok"),
    ("combinectl graph m", "mermaid"),
    ("combinectl graph mermaid m", ""),
    ("combinectl --color al", "always"),
    ("combinectl patch --format n", "native"),
    ("combinectl sockname --t", ""),
    ("combinectl completion z", "zsh"),
    ("combinectl call signup.s", "signup.send signup.submit"),
    ("combinectl wait signup.name ", "exists gone quiet value"),
    ("combinectl wait --for 1s --socket x signup.name e", "exists"),
    ("combinectl wait s", "signup signup.name"),
    ("combinectl set signup.name s", ""),
    ("combinectl --socket x history signup.name s", ""),
    ("combinectl source SignUp S", ""),
    ("combinectl watch signup s", "signup signup.name"),
    ("combinectl set signup --st", "--string"),
    ("combinectl try deb", "debounce"),
    ("combinectl help ma", "makeConnectable manual map mapError marbles max"),
    ("combinectl top --sort rat", "rate"),
    ("combinectl run comp", "completion.bash completion.fish"),
  ]

  private func offers(_ script: String, in shell: String, at line: String) throws -> String {
    let folder = TemporaryDirectory()
    var files = ["combinectl": Self.program, "ask": script]
    for shell in [ShellCompletion.bash, .fish] { files["completion.\(shell.rawValue)"] = shell.script }
    // What is there already keeps its mode.
    let start = "export PATH=$PWD:$PATH HOME=$PWD XDG_CONFIG_HOME=$PWD; chmod +x combinectl; exec \(shell) ask \"$0\""
    let (output, status) = try Tool.run("/bin/sh", ["-c", start, line], in: folder, files: files)
    #expect(status == 0, "\(line): \(output)")
    return output.split(whereSeparator: \.isWhitespace).sorted().joined(separator: " ")
  }

  @Test(arguments: places.indices) func bash(_ index: Int) throws {
    let place = Self.places[index]
    let script = """
      compopt() { :; }
      . ./completion.bash
      COMP_WORDS=($1)
      [[ $1 == *" " ]] && COMP_WORDS+=("")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _combinectl
      echo "${COMPREPLY[@]}"
      """
    #expect(try offers(script, in: "bash", at: place.line) == place.offers, "\(place.line)")
  }

  @Test(.enabled(if: Tool.find("fish") != nil), arguments: places.indices) func fish(_ index: Int) throws {
    let place = Self.places[index]
    let script = """
      source completion.fish
      complete -C "$argv[1]" | string replace -r '\\t.*' ''
      exit 0
      """
    #expect(try offers(script, in: "fish --no-config", at: place.line) == place.offers, "\(place.line)")
  }

  /// What completes there needs a terminal; that it can be read does not.
  @Test(.enabled(if: Tool.find("zsh") != nil)) func zsh() throws {
    let (output, status) = try Tool.run(
      "/bin/sh", ["-c", "zsh -f -n script"], files: ["script": ShellCompletion.zsh.script])
    #expect(output.isEmpty && status == 0, "\(output)")
  }

  /// With what zsh itself does taken away: what would be offered, before the beginning of the word chooses among it.
  @Test(
    .enabled(if: Tool.find("zsh") != nil),
    arguments: [
      ("combinectl ls --format=c", "csv json table"), ("combinectl ls --format ", "csv json table"),
      ("combinectl ls --nothing=c", ""), ("combinectl --color=a", "always auto never"),
      ("combinectl wait signup.name ", "exists gone quiet value"),
      ("combinectl ls --format=csv s", "signup signup.name"),
    ])
  func zshOffers(_ line: String, _ offers: String) throws {
    let script = """
      compdef() { :; }; compset() { :; }; _describe() { print -l -- ${(P)2}; }; compadd() { print -l -- ${@:#--}; }
      words=(${=1}); [[ $1 == *" " ]] && words+=(""); CURRENT=${#words}
      . ./completion.zsh
      _combinectl
      """
    let files = ["combinectl": Self.program, "completion.zsh": ShellCompletion.zsh.script, "ask": script]
    let start = "export PATH=$PWD:$PATH; chmod +x combinectl; exec zsh -f ask \"$0\""
    let (output, status) = try Tool.run("/bin/sh", ["-c", start, line], in: TemporaryDirectory(), files: files)
    let found = output.split(whereSeparator: \.isWhitespace).sorted().joined(separator: " ")
    #expect(found == offers && status <= 1, "\(line): \(output)")
  }

  /// Nothing but its own names is left in the shell that reads it.
  @Test func bashKeepsItsNames() throws {
    let script =
      ". ./script; declare -F | grep -v _combinectl; COMP_WORDS=(combinectl wa) COMP_CWORD=1; _combinectl; declare -F | grep -v _combinectl; :"
    let (output, _) = try Tool.run(
      "/usr/bin/env", ["bash", "-c", script], files: ["script": ShellCompletion.bash.script])
    #expect(output.isEmpty, "\(output)")
  }
}
