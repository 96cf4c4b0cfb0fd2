// What `:help` explains beside commands and names: things one wants to do.

struct HelpTopic: Sendable {
  var name: String
  var summary: String
  var lines: [String]

  static func named(_ name: String) -> HelpTopic? {
    let word = name.lowercased()
    return all.first { $0.name == word } ?? (word.count >= 3 ? all.first { $0.name.hasPrefix(word) } : nil)
  }

  static let all: [HelpTopic] = [
    HelpTopic(
      name: "start", summary: "from nothing to a pipeline with a test",
      lines: [
        "Type, or paste, what you would write for SwiftUI:", "", "  class Search: ObservableObject {",
        "    @Published var text = \"\"", "    @Published var query = \"\"", "    init() {",
        "      $text.debounce(for: .milliseconds(300), scheduler: RunLoop.main)", "        .assign(to: &$query)",
        "    }",
        "  }", "  let search = Search()", "",
        ":watch search.*              shows its values, and every change from now on",
        "search.text = \"swift\"        sets one; a moment later the other follows",
        ":why search.query            why it has its value",
        ":marbles search.query        what goes through the pipeline, and when",
        ":save search.test            makes a test of all that; in a shell: combinectl test search.test",
      ]),
    HelpTopic(
      name: "operators", summary: "what a pipeline can do, by purpose",
      lines: operators.map { purpose, names in padded(purpose, to: 26) + names.joined(separator: " ") } + [
        "", ":help debounce explains one, with an example that runs.",
      ]),
    HelpTopic(
      name: "paths", summary: "how values are named",
      lines: [
        "signup.username             a property of a store", "shelf.books[0].title        a part of its value",
        "signup.*                    all properties of a store", "signup.**                   and everything in them",
        "signup.{username,isValid}   these two", "signup.user*                those that begin so",
        "red.signup.username         in the namespace red",
        "", "Swift reads and sets them, so do :get, :set, :watch, :why, :history, :wait, and every other program.",
      ]),
    HelpTopic(
      name: "tests", summary: "files that prove something, in no time",
      lines: [
        "A test is a file of what you would type here; combinectl test FILE runs it against a daemon of its own:",
        "", "  class Search: ObservableObject {", "    @Published var text = \"\"", "    @Published var query = \"\"",
        "    init() {", "      $text.debounce(for: .milliseconds(300), scheduler: RunLoop.main)",
        "        .assign(to: &$query)", "    }", "  }",
        "  let search = Search()", "  search.text = \"swift\"", "  :clock 299ms", "  #expect(search.query == \"\")",
        "  :clock 1ms", "  #expect(search.query == \"swift\")", "",
        "What comes next: :expect search.query \"swift\" within 300ms, :expect nothing for 1h; :strict has the test fail for "
          + "every change that no :expect has named.",
        "",
        "The clock stands until :clock moves it; :stub answers in place of the network.",
        "A line of // → below a statement, in the first column, says what that prints; combinectl test --update FILE fills "
          + "it in, and --watch FOLDER runs again what changes.",
        "What Swift would die of, as a fault of a task, fails a test, whatever it expects.",
        ":save FILE makes a test of what you have done here. :help time, :help stub, :help expect, :help marbles.",
        "combinectl record FILE writes a session down, replay --check FILE does it again and compares.",
      ]),
    HelpTopic(
      name: "files", summary: "what comes from files and commands, and goes there",
      lines: [
        ":source setup.swift         evaluates a file here; combinectl run setup.swift from a shell",
        "File(\"app.log\").lines      a publisher of a file's lines, then of those added",
        "Command(\"vmstat 1\").lines  a publisher of what a command writes",
        "File(\"out.log\").append(x)  adds a line; run(\"notify-send\", x) starts a program", "",
        "The daemon must be allowed to: combined --allow read=DIR, write=DIR, run=NAME. :status shows what it may.",
      ]),
    HelpTopic(
      name: "time", summary: "clocks, delays and waiting",
      lines: [
        "Timer.publish(every: 1, on: .main, in: .common).autoconnect()   a value each second",
        ".debounce, .throttle, .delay, .timeout                          :help operators",
        ":clock virtual              stops the daemon's clock; :clock 300ms moves it, :clock real lets it go",
        ":wait search.query value != \"\"   tells when something is so",
        "", "In a test the clock stands from the beginning: :help tests.",
      ]),
    HelpTopic(
      name: "marbles", summary: "what happens when, as a line of text",
      lines: [
        "a-b--(cd)|    a value, a column of nothing, b, …, c and d at once, the end",
        "'foo' ''      values of several letters, or of none", "#  !          a failure; the subscription is cancelled",
        "A column is 100ms. Spaces take no time; a group takes one column, however long it is.", "",
        ":try debounce 300ms \"a-bc------d---|\"     what an operator does with a line",
        ":marbles search.query                     what goes through a pipeline, operator by operator",
        "#expect(search.$query, marbles: \"''----a\", feeding: \"-a\") { search.text = $0 }",
        "                                          compares, in a test, where the clock moves by itself",
      ]),
    HelpTopic(
      name: "keys", summary: "what keys do at the prompt",
      lines: [
        "Return        does what is whole, else begins another line", "Alt-Return    begins another line in any case",
        "Up, Down      a line up or down; from the first line to what was entered before",
        "Ctrl-R        searches what was entered before",
        "Tab           completes; at the beginning of a line it indents",
        "Home, End     to the beginning and the end of the line, as Ctrl-A and Ctrl-E",
        "Ctrl-K, Ctrl-U, Ctrl-W, Ctrl-Y   as in Emacs and Bash; ~/.inputrc changes them",
        "Ctrl-X Ctrl-E opens $EDITOR on what is being typed", "Ctrl-C        gives it up; what runs is cancelled",
        "Ctrl-L        clears the screen", "Ctrl-D        leaves",
        "",
        "Dim at the right: how much is watched, the time where the clock is virtual, the newest revision.",
        "Dim behind the cursor: the value of the name before it. Above the prompt: what :pin keeps in sight.",
      ]),
  ]

  /// All have help of their own, as members of `Publisher`.
  static let operators: [(purpose: String, names: [String])] = [
    ("change values", ["map", "tryMap", "scan", "replaceNil", "encode", "decode"]),
    (
      "choose values",
      ["filter", "compactMap", "removeDuplicates", "first", "last", "prefix", "dropFirst", "drop", "output"]
    ),
    ("wait", ["debounce", "throttle", "delay", "timeout", "measureInterval"]),
    ("join publishers", ["merge", "combineLatest", "zip", "append", "prepend"]),
    ("start another for each", ["flatMap", "switchToLatest"]),
    ("meet failures", ["catch", "retry", "replaceError", "mapError", "setFailureType", "assertNoFailure"]),
    ("gather until the end", ["collect", "count", "reduce", "min", "max", "contains", "allSatisfy", "replaceEmpty"]),
    ("share the work", ["share", "multicast", "makeConnectable", "buffer"]),
    ("choose where", ["receive", "subscribe"]),
    ("look inside", ["print", "handleEvents", "breakpoint"]),
    ("end the pipeline", ["sink", "assign", "eraseToAnyPublisher"]),
  ]
}
