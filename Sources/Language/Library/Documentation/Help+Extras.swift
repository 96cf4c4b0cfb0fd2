/// Help: what is ours, or a stand-in for SwiftUI; swiftc knows nothing of it. See `Documentation` for how it is written.
extension Documentation {
  static let extras = #"""
    # Backoff, Backoff.none, Backoff.constant, Backoff.exponential
    How long retry waits before it tries again: not at all, always the same, longer each time.
    print(Backoff.exponential(.seconds(1), factor: 2, maximum: .seconds(30)))
    => exponential(1.0 seconds, factor: 2.0, maximum: 30.0 seconds)

    # HTTPError, HTTPError.statusCode, HTTPError.retryAfter, HTTPError.data, HTTPError.localizedDescription
    What checkedData() fails with when the status is not 2xx.
    func advice(_ error: HTTPError) -> String { error.statusCode == 503 ? "later" : "never" }
    print("ready")
    => ready

    # URLSession.DataTaskPublisher.checkedData
    The body of an answer whose status is 2xx; else an HTTPError.
    let url = URL(string: "https://host.invalid/")!
    let token = URLSession.shared.dataTaskPublisher(for: url).checkedData()
      .map(\.count)
      .replaceError(with: -1)
      .sink { print($0) }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 5))
    => -1

    # ObservableObject.whileWatched
    A task that begins with the first client that watches the store, and is cancelled with the last.
    class Books: ObservableObject {
      @Published var titles: [String] = []
      func fetch() async { titles = ["Dune"] }
    }
    let books = Books()
    let loading = books.whileWatched { await books.fetch() }
    print(books.titles)
    => []

    # File, File.init, File.path
    A file beyond the program; the daemon's options say which may be read and written.
    print(File("log.txt").path)
    => log.txt

    # File.lines, File.newLines, File.Lines
    The lines of a file, those that come later, too; newLines has only those.
    func lengths(of path: String) -> AnyPublisher<Int, Never> { File(path).newLines.map(\.count).eraseToAnyPublisher() }
    print("ready")
    => ready

    # File.append
    Adds a line to a file, if the daemon grants it.
    func note(_ text: String) { File("log.txt").append(text) }
    print("ready")
    => ready

    # Command, Command.init
    A command beyond the program, for a shell or with its arguments; the daemon's options say which may be run.
    let date = Command("date", "-u")
    print("ready")
    => ready

    # Command.lines, Command.Lines, CommandError, CommandError.status, CommandError.standardError, CommandError.command
    The lines that a command writes; a CommandError if it ends with another status than 0.
    func files() -> AnyPublisher<String, CommandError> { Command("ls", "-1").lines.eraseToAnyPublisher() }
    print("ready")
    => ready

    # run
    Runs a command, if the daemon grants it, and does not wait for it.
    func say(_ text: String) { run("say", text) }
    print("ready")
    => ready

    # ExpectationFailedError
    What #require throws.
    func age(_ text: String) throws -> Int { try #require(Int(text)) }
    print(try age("7"))
    => 7

    # Array.move
    Moves elements to another place, as a list on a screen does.
    var list = ["a", "b", "c"]
    list.move(fromOffsets: [0], toOffset: 3)
    print(list)
    => ["b", "c", "a"]

    # Color, Color.init, Color.RGBColorSpace
    A colour for view models; nothing is drawn here.
    let color: Color = .red
    print(color == .red, color.opacity(0.5) == color)
    => true false

    # Color.opacity
    The colour, letting so much through.
    print(Color.red.opacity(0.5) == Color.red)
    => false

    # Animation, Animation.delay, Animation.repeatCount, Animation.repeatForever, Animation.speed, Animation.timingCurve
    How a view would move; nothing is drawn here.
    let animation: Animation? = .easeIn(duration: 0.2)
    print(animation == nil)
    => false

    # NavigationPath, NavigationPath.append, NavigationPath.removeLast, NavigationPath.count, NavigationPath.isEmpty
    The screens that a stack of views would show; nothing is drawn here.
    var path = NavigationPath()
    path.append("book")
    path.append(7)
    path.removeLast()
    print(path.count, path.isEmpty)
    => 1 false

    # LocalizedStringKey, LocalizedStringResource
    A text that would be translated; here it is a String.
    let title: LocalizedStringKey = "Hello"
    print(title)
    => Hello

    # RelativeDateTimeFormatter, RelativeDateTimeFormatter.localizedString
    How far a date is from another, in words; Foundation on Linux has only the style .relative(presentation:).
    let formatter = RelativeDateTimeFormatter()
    let now = Date(timeIntervalSince1970: 0)
    print(formatter.localizedString(for: now - 3600, relativeTo: now), formatter.localizedString(fromTimeInterval: 86_400))
    => 1 hour ago in 1 day

    # RelativeDateTimeFormatter.dateTimeStyle, RelativeDateTimeFormatter.DateTimeStyle, RelativeDateTimeFormatter.unitsStyle, RelativeDateTimeFormatter.UnitsStyle, RelativeDateTimeFormatter.locale
    Whether days near by are named, how units are written, and in what language.
    let formatter = RelativeDateTimeFormatter()
    formatter.dateTimeStyle = .named
    print(formatter.localizedString(fromTimeInterval: -86_400))
    formatter.unitsStyle = .short
    print(formatter.localizedString(fromTimeInterval: -7_200))
    => yesterday
    => 2 hr ago

    # withAnimation
    Runs a closure. Nothing is drawn here, so nothing moves.
    print(withAnimation { 42 })
    => 42

    # #expect
    Says what both sides were if a condition does not hold, and the program goes on.
    : #expect(CONDITION, "comment")
    #expect(1 + 1 == 2)
    print("ready")
    => ready

    # #require
    Gives the value of an optional, or ends the statement.
    : try #require(OPTIONAL)
    print(try #require(Int("7")))
    => 7

    # @Test
    Not accepted. Write a function that you call, with #expect.
    : func NAME() { #expect(CONDITION) }
    func twoIsEven() { #expect(2.isMultiple(of: 2)) }
    twoIsEven()
    print("ready")
    => ready

    # $R0
    The value of an expression that was typed by itself; the next one is $R1.
    : $R0
    let answer = 6 * 7
    print(answer)
    => 42
    """#
}
