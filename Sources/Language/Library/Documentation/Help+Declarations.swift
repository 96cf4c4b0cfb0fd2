/// Help: the words of declarations. See `Documentation` for how it is written.
extension Documentation {
  static let declarations = #"""
    # let
    A name for a value that does not change.
    : let NAME = VALUE
    : let NAME: TYPE
    let limit = 3
    print(limit)
    => 3

    # var
    A name for a value that can change; a property of a type, also one that is computed.
    : var NAME = VALUE
    : var NAME: TYPE { EXPRESSION }
    var count = 1
    count += 1
    var double: Int { count * 2 }
    print(double)
    => 4

    # func
    A function. Its parameters have labels for the caller; _ stands for none.
    : func NAME(LABEL NAME: TYPE) -> TYPE { … }
    func greet(_ name: String, loudly: Bool = false) -> String { loudly ? "HELLO \(name)" : "Hello \(name)" }
    print(greet("Ann"), greet("Bob", loudly: true))
    => Hello Ann HELLO Bob

    # struct
    A type whose values are copied. It gets an initialiser with its properties.
    : struct NAME: PROTOCOL { … }
    struct Book { var title: String; var pages = 0 }
    print(Book(title: "Dune", pages: 412))
    => Book(title: "Dune", pages: 412)

    # class
    A type whose objects are shared. A view model is a class that is an ObservableObject.
    : class NAME: SUPERCLASS, PROTOCOL { … }
    class SignUp: ObservableObject {
      @Published var username = ""
      var isValid: Bool { username.count >= 3 }
    }
    let signup = SignUp()
    signup.username = "Ann"
    print(signup.isValid)
    => true

    # enum
    A type with a few cases, which can carry values.
    : enum NAME { case NAME, NAME(TYPE) }
    enum Load { case idle, failed(String) }
    let state: Load = .failed("no network")
    if case .failed(let why) = state { print(why) }
    => no network

    # protocol
    What several types have in common; an extension of it gives them code.
    : protocol NAME { REQUIREMENTS }
    protocol Named { var name: String { get } }
    extension Named { func greet() -> String { "Hello, \(name)" } }
    struct Dog: Named { var name = "Rex" }
    print(Dog().greet())
    => Hello, Rex

    # extension
    More members for a type, also one of the library.
    : extension TYPE { … }
    : extension TYPE where CONDITION { … }
    extension Int { var squared: Int { self * self } }
    print(7.squared)
    => 49

    # init
    What makes a value of a type; init? can fail and give nil.
    : init(PARAMETERS) { … }
    struct Age {
      var years: Int
      init?(_ text: String) {
        guard let years = Int(text) else { return nil }
        self.years = years
      }
    }
    print(Age("7")?.years ?? 0, Age("x") == nil ? "none" : "some")
    => 7 none

    # deinit
    What happens when the last reference to an object goes.
    : deinit { … }
    class Box { deinit { print("gone") } }
    var box: Box? = Box()
    box = nil
    => gone

    # throws
    Says that a function can throw, and with a type in parentheses, what.
    : func NAME() throws -> TYPE
    : func NAME() throws(ERROR) -> TYPE
    enum Bad: Error { case luck }
    func play() throws(Bad) -> Int { throw .luck }
    do { print(try play()) } catch { print(error == .luck) }
    => true

    # rethrows
    Says that a function throws only if its closure does.
    : func NAME(_ body: () throws -> TYPE) rethrows -> TYPE
    func twice(_ body: () throws -> Int) rethrows -> Int { try body() + body() }
    print(twice { 21 })
    => 42

    # async
    Says that a function may wait; async let begins something and waits for it later.
    : func NAME() async -> TYPE
    : async let NAME = EXPRESSION
    func load() async -> Int { 42 }
    func both() async -> Int {
      async let a = load()
      async let b = load()
      return await a + b
    }
    print(await both())
    => 84

    # actor
    Not accepted: everything runs on one thread. Write a class.
    : class NAME { … }
    class Counter { var count = 0 }
    let counter = Counter()
    counter.count += 1
    print(counter.count)
    => 1

    # import
    Not needed: Combine and Foundation are there. What is not there is skipped.
    : import MODULE
    import Combine
    print(Just(1).output)
    => 1

    # typealias
    Another name for a type.
    : typealias NAME = TYPE
    typealias Point = (x: Int, y: Int)
    let p: Point = (1, 2)
    print(p.x)
    => 1

    # associatedtype
    A type that each type of a protocol chooses.
    : associatedtype NAME
    protocol Shelf { associatedtype Item; var items: [Item] { get } }
    struct Books: Shelf { var items = ["Dune"] }
    print(Books().items.count)
    => 1

    # subscript
    What stands in brackets behind a value.
    : subscript(NAME: TYPE) -> TYPE { get { … } set { … } }
    struct Squares { subscript(n: Int) -> Int { n * n } }
    print(Squares()[7])
    => 49

    # static
    A member of the type itself.
    : static let NAME = VALUE
    struct Limits { static let most = 3 }
    print(Limits.most)
    => 3

    # private, fileprivate, internal, public, open
    Says who sees a declaration: its scope, its file, everybody. private(set) lets others read only.
    : private var NAME = VALUE
    : private(set) var NAME = VALUE
    class Counter {
      private(set) var count = 0
      func add() { count += 1 }
    }
    let counter = Counter()
    counter.add()
    print(counter.count)
    => 1

    # final
    A class that has no subclasses, or a member that they do not change.
    : final class NAME { … }
    final class Box { var n = 1 }
    print(Box().n)
    => 1

    # override
    A member in the place of a superclass's.
    : override func NAME() { … }
    class Animal { func sound() -> String { "…" } }
    class Dog: Animal { override func sound() -> String { "Woof" } }
    print(Dog().sound())
    => Woof

    # super
    The object as its superclass sees it.
    : super.NAME()
    class Animal { func sound() -> String { "quiet" } }
    class Dog: Animal { override func sound() -> String { super.sound() + " woof" } }
    print(Dog().sound())
    => quiet woof

    # self
    The value whose code runs.
    : self.NAME
    struct Box { var n: Int; init(n: Int) { self.n = n } }
    print(Box(n: 7).n)
    => 7

    # Self
    The type whose code runs.
    : Self.NAME
    struct Box { static let most = 3; var most: Int { Self.most } }
    print(Box().most)
    => 3

    # convenience, required
    An initialiser that calls another one of its class, or that all subclasses have.
    : convenience init(PARAMETERS) { self.init(…) }
    class Box {
      let n: Int
      init(n: Int) { self.n = n }
      convenience init() { self.init(n: 7) }
    }
    print(Box().n)
    => 7

    # mutating, nonmutating
    A method that changes the value.
    : mutating func NAME() { … }
    struct Counter { var n = 0; mutating func add() { n += 1 } }
    var counter = Counter()
    counter.add()
    print(counter.n)
    => 1

    # inout
    A parameter that the function changes; the caller writes & before it.
    : func NAME(_ NAME: inout TYPE)
    func double(_ n: inout Int) { n *= 2 }
    var n = 7
    double(&n)
    print(n)
    => 14

    # lazy
    A property whose first value is computed when it is first read.
    : lazy var NAME = VALUE
    class Box { lazy var n: Int = { print("computing"); return 7 }() }
    let box = Box()
    print(box.n, box.n)
    => computing
    => 7 7

    # weak, unowned
    A reference that does not keep an object; weak becomes nil when it goes.
    : weak var NAME: TYPE?
    : { [weak self] in … }
    class Box {}
    var box: Box? = Box()
    weak var other = box
    box = nil
    print(other == nil)
    => true

    # willSet, didSet
    What happens before and after a property is set; newValue and oldValue are the other values.
    : var NAME = VALUE { didSet { … } }
    class Box { var n = 1 { didSet { print(oldValue, "->", n) } } }
    let box = Box()
    box.n = 2
    => 1 -> 2

    # get, set
    What a property or subscript does when it is read, and when it is set to newValue.
    : var NAME: TYPE { get { … } set { … } }
    struct Temperature {
      var celsius = 0.0
      var fahrenheit: Double { get { celsius * 9 / 5 + 32 } set { celsius = (newValue - 32) * 5 / 9 } }
    }
    var t = Temperature()
    t.fahrenheit = 212
    print(t.celsius)
    => 100.0

    # indirect
    An enum whose cases can carry values of the same enum.
    : indirect enum NAME { … }
    indirect enum Tree { case leaf(Int), node(Tree, Tree) }
    func sum(_ tree: Tree) -> Int {
      switch tree {
      case .leaf(let n): n
      case .node(let a, let b): sum(a) + sum(b)
      }
    }
    print(sum(.node(.leaf(1), .leaf(2))))
    => 3

    # operator, infix, prefix, postfix, precedencegroup
    An operator of your own.
    : infix operator OPERATOR: PRECEDENCE
    infix operator **: MultiplicationPrecedence
    func ** (n: Int, m: Int) -> Int { (0..<m).reduce(1) { r, _ in r * n } }
    print(2 ** 10)
    => 1024
    """#
}
