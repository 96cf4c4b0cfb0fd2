/// Help: what every program uses, and the protocols of the standard library. See `Documentation` for how it is written.
extension Documentation {
  static let basics = #"""
    # print
    Writes values in a line, with a space between them and the end of the line behind them.
    print(1, "two", [3])
    print("a", "b", separator: "-", terminator: ".\n")
    => 1 two [3]
    => a-b.

    # debugPrint
    Writes values as a programmer sees them: texts in quotation marks.
    debugPrint("a\tb", 1)
    => "a\tb" 1

    # dump
    Writes a value with all its parts.
    struct Book { var title = "Dune"; var pages = 412 }
    dump(Book())
    => ▿ main.Book
    =>   - title: "Dune"
    =>   - pages: 412

    # type
    The type of a value; that of what is really there.
    let thing: Any = 1.5
    print(type(of: thing), type(of: [1, 2]))
    => Double Array<Int>

    # fatalError, preconditionFailure
    Stops with a message; here that is an error of the statement, and the program goes on.
    func half(_ n: Int) -> Int {
      guard n.isMultiple(of: 2) else { fatalError("odd") }
      return n / 2
    }
    print(half(4))
    => 2

    # assertionFailure
    Stops with a message where assertions are checked, as they are here.
    func half(_ n: Int) -> Int {
      if !n.isMultiple(of: 2) { assertionFailure("odd") }
      return n / 2
    }
    print(half(4))
    => 2

    # precondition, assert
    Stops with a message unless a condition holds.
    func half(_ n: Int) -> Int {
      precondition(n.isMultiple(of: 2), "odd")
      return n / 2
    }
    print(half(4))
    => 2

    # withoutActuallyEscaping
    Lets a closure that is not kept stand where one is wanted that could be.
    func all(_ list: [Int], _ test: (Int) -> Bool) -> Bool {
      withoutActuallyEscaping(test) { test in list.lazy.filter { !test($0) }.isEmpty }
    }
    print(all([2, 4]) { $0.isMultiple(of: 2) })
    => true

    # isKnownUniquelyReferenced
    Whether nobody else refers to an object.
    class Box {}
    var box = Box()
    print(isKnownUniquelyReferenced(&box))
    => true

    # Optional, Optional.init
    A value or nil. if let, guard let, ?? and ?. open it; ! does, too, and is a trap on nil.
    let age = Int("7")
    if let age { print(age + 1) }
    print(age?.description ?? "none", Int("x") == nil)
    => 8
    => 7 true

    # Optional.map
    Another value made of the value, if there is one.
    print(Int("7").map { $0 * 2 } ?? 0)
    => 14

    # Optional.flatMap
    Another optional made of the value, if there is one.
    let text: String? = "7"
    print(text.flatMap { Int($0) } ?? 0)
    => 7

    # Optional.unsafelyUnwrapped
    The value, which has to be there.
    let age = Int("7")
    print(age.unsafelyUnwrapped)
    => 7

    # Optional.take
    The value, and nil in its place.
    var next: Int? = 7
    print(next.take() ?? 0, next ?? 0)
    => 7 0

    # Optional.publisher, Optional.Publisher
    The value, if there is one, as a publisher.
    Int("7").publisher.sink { print($0) }
    => 7

    # Result, Result.init
    What came of something: a success with a value, or a failure with an error.
    enum Bad: Error { case luck }
    let result: Result<Int, Bad> = .failure(.luck)
    switch result {
    case .success(let value): print(value)
    case .failure(let error): print(error)
    }
    => luck

    # Result.get
    The value; throws the error.
    let result = Result<Int, Error> { 7 }
    print(try result.get())
    => 7

    # Result.map
    The result with another value made of its value.
    let result: Result<Int, Error> = .success(7)
    print(try result.map { $0 * 2 }.get())
    => 14

    # Result.mapError
    The result with another error made of its error.
    enum Low: Error { case lost }
    enum High: Error { case failed(Low) }
    let result: Result<Int, Low> = .failure(.lost)
    if case .failure(let error) = result.mapError({ High.failed($0) }) { print(error) }
    => failed(main.Low.lost)

    # Result.flatMap
    Another result made of the value.
    let text: Result<String, Error> = .success("7")
    print(try text.flatMap { .success($0.count) }.get())
    => 1

    # Result.flatMapError
    Another result made of the error.
    enum Bad: Error { case luck }
    let result: Result<Int, Bad> = .failure(.luck)
    print(result.flatMapError { _ in Result<Int, Bad>.success(0) } == .success(0))
    => true

    # Result.publisher, Result.Publisher
    The result as a publisher of a value or a failure.
    let result: Result<Int, Never> = .success(7)
    result.publisher.sink { print($0) }
    => 7

    # Equatable
    Types whose values can be compared with ==. Structs and enums get it by naming it.
    struct Point: Equatable { var x = 0, y = 0 }
    print(Point(x: 1) == Point(x: 1, y: 0))
    => true

    # Hashable, Hashable.hash
    Types whose values can be keys and members of sets. Structs and enums get it by naming it.
    struct Point: Hashable { var x = 0, y = 0 }
    print(Set([Point(), Point(), Point(x: 1)]).count)
    => 2

    # Hasher, Hasher.combine, Hasher.finalize
    What hash(into:) puts the parts of a value into.
    struct Name: Hashable {
      var text: String
      static func == (a: Name, b: Name) -> Bool { a.text.lowercased() == b.text.lowercased() }
      func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
    }
    print(Set([Name(text: "Ann"), Name(text: "ANN")]).count)
    => 1

    # *.hashValue
    A number made of the value; it is another one in each run.
    print("a".hashValue == "a".hashValue)
    => true

    # Comparable
    Types whose values can be put in order: < is enough.
    struct Version: Comparable {
      var major: Int
      static func < (a: Version, b: Version) -> Bool { a.major < b.major }
    }
    print(Version(major: 1) < Version(major: 2), [Version(major: 3), Version(major: 1)].min()!.major)
    => true 1

    # Identifiable
    Types whose values have an identity, id.
    struct Book: Identifiable { let id: Int; var title: String }
    let books = [Book(id: 1, title: "Dune"), Book(id: 2, title: "Emma")]
    print(books.first { $0.id == 2 }?.title ?? "")
    => Emma

    # CustomStringConvertible, CustomStringConvertible.description
    Types that say themselves what they look like in texts.
    struct Point: CustomStringConvertible {
      var x = 1, y = 2
      var description: String { "(\(x), \(y))" }
    }
    print(Point(), "at \(Point())")
    => (1, 2) at (1, 2)

    # CustomDebugStringConvertible, CustomDebugStringConvertible.debugDescription
    Types that say themselves what a programmer sees of them.
    struct Point: CustomDebugStringConvertible { var debugDescription: String { "<point>" } }
    print([Point()])
    => [<point>]

    # *.description
    The value as text.
    print(1.5.description, [1, 2].description, Date(timeIntervalSince1970: 0).description)
    => 1.5 [1, 2] 1970-01-01 00:00:00 +0000

    # *.debugDescription
    The value as a programmer sees it: texts in quotation marks.
    print("a\tb".debugDescription)
    => "a\tb"

    # *.rawValue
    The value that stands for this one outside of the program.
    enum Shelf: String { case read, unread }
    print(Shelf.read.rawValue, Shelf(rawValue: "unread")!)
    => read unread

    # RawRepresentable, RawRepresentable.rawValue
    Types whose values stand for raw values, as enums with raw values do.
    enum Level: Int { case low = 1, high }
    print(Level.high.rawValue, Level(rawValue: 9) == nil)
    => 2 true

    # LosslessStringConvertible
    Types whose values can be made of their texts again.
    func read<T: LosslessStringConvertible>(_ text: String) -> T? { T(text) }
    print(read("7") ?? 0, read("2.5") ?? 0.0)
    => 7 2.5

    # CaseIterable
    Enums that know all their cases.
    enum Suit: CaseIterable { case hearts, spades }
    print(Suit.allCases.count, Suit.allCases.map { "\($0)" })
    => 2 ["hearts", "spades"]

    # Error
    What can be thrown.
    enum Bad: Error { case luck }
    do { throw Bad.luck } catch { print(error) }
    => luck

    # Error.localizedDescription
    What the error is called for people.
    struct Full: LocalizedError { var errorDescription: String? { "The shelf is full." } }
    do { throw Full() } catch { print(error.localizedDescription) }
    => The shelf is full.

    # LocalizedError, LocalizedError.errorDescription, LocalizedError.failureReason, LocalizedError.recoverySuggestion, LocalizedError.helpAnchor
    Errors that say to people what happened, why, and what helps.
    struct Full: LocalizedError {
      var errorDescription: String? { "The shelf is full." }
      var recoverySuggestion: String? { "Give a book away." }
    }
    print(Full().localizedDescription, Full().recoverySuggestion ?? "")
    => The shelf is full. Give a book away.

    # Never
    A type without values: what never fails, or never returns.
    let sure: Result<Int, Never> = .success(1)
    print(sure.get())
    => 1

    # AnyHashable, AnyHashable.init, AnyHashable.base
    Any value that can be a key.
    let keys: Set<AnyHashable> = [1, "a", 1]
    print(keys.count, AnyHashable(7).base)
    => 2 7

    # Sendable, Copyable
    Says that values can go to other tasks; here everything runs on one thread.
    struct Point: Sendable { var x = 0 }
    print(Point().x)
    => 0

    # ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
    Types whose values can be written as numbers, true, false or nil.
    struct Meters: ExpressibleByIntegerLiteral { var value: Int; init(integerLiteral value: Int) { self.value = value } }
    let height: Meters = 3
    print(height.value)
    => 3

    # ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral, ExpressibleByStringInterpolation
    Types whose values can be written as texts.
    struct Name: ExpressibleByStringLiteral { var text: String; init(stringLiteral value: String) { text = value } }
    let name: Name = "Ann"
    print(name.text)
    => Ann

    # ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
    Types whose values can be written as lists.
    struct Stack: ExpressibleByArrayLiteral {
      var items: [Int]
      init(arrayLiteral elements: Int...) { items = elements }
    }
    let stack: Stack = [1, 2]
    print(stack.items)
    => [1, 2]

    # CVarArg
    What String(format:) takes.
    print(String(format: "%d %@ %.1f", 1, "a", 2.5))
    => 1 a 2.5

    # TextOutputStream, TextOutputStreamable
    What print(_:to:) can write to, such as a String.
    var text = ""
    print("hello", 1, to: &text)
    print(text.count)
    => 8

    # ObjectIdentifier, ObjectIdentifier.init
    The identity of an object or a type.
    class Book {}
    let a = Book(), b = Book()
    print(ObjectIdentifier(a) == ObjectIdentifier(a), ObjectIdentifier(a) == ObjectIdentifier(b))
    => true false

    # RandomNumberGenerator, RandomNumberGenerator.next
    What random numbers are made from; one of your own can give the same ones each time.
    struct Steps: RandomNumberGenerator {
      var n: UInt64 = 0
      mutating func next() -> UInt64 { n += 1; return n }
    }
    var steps = Steps()
    print(steps.next(), steps.next())
    => 1 2

    # KeyPath, AnyKeyPath, PartialKeyPath
    The way to a property, as a value; a key path can stand for a closure.
    struct Book { var title = "Dune"; var pages = 412 }
    let path = \Book.title
    print(Book()[keyPath: path], [Book()].map(\.pages))
    => Dune [412]

    # WritableKeyPath, ReferenceWritableKeyPath
    The way to a property that can be set.
    struct Book { var title = "Dune" }
    var book = Book()
    let path: WritableKeyPath<Book, String> = \.title
    book[keyPath: path] = "Emma"
    print(book.title)
    => Emma

    # KeyPath.appending, WritableKeyPath.appending, ReferenceWritableKeyPath.appending
    A key path that goes on from where another ends.
    struct Book { var title = "Dune" }
    let path = (\Book.title).appending(path: \.count)
    print(Book()[keyPath: path])
    => 4

    # Codable
    Types that can be written as JSON and read from it. Structs, enums and classes get it by naming it.
    struct Book: Codable { var title: String; var pages: Int? }
    let book = try JSONDecoder().decode(Book.self, from: Data(#"{"title": "Dune"}"#.utf8))
    print(book.title, book.pages ?? 0)
    => Dune 0

    # TimeInterval
    Seconds, as a Double.
    let wait: TimeInterval = 1.5
    print(wait)
    => 1.5

    # CGFloat
    Another name of Double here.
    let width: CGFloat = 2.5
    print(width)
    => 2.5

    # AnyClass
    The type of any class.
    class Book {}
    let kind: AnyClass = Book.self
    print(kind)
    => Book

    # Float32, Float64
    Other names of Float and Double.
    let width: Float64 = 2.5
    print(width)
    => 2.5

    # StringLiteralType, IntegerLiteralType, FloatLiteralType, BooleanLiteralType
    What literals are if nothing says otherwise: String, Int, Double and Bool.
    let n: IntegerLiteralType = 7
    print(n)
    => 7

    # NSInteger
    Another name of Int.
    print(Int(7))
    => 7

    # StaticString
    A text that is written in the source.
    let name: StaticString = "Ann"
    print(name)
    => Ann
    """#
}
