/// Help: attributes and other signs. See `Documentation` for how it is written.
extension Documentation {
  static let attributes = #"""
    # @Published
    A property of an ObservableObject that clients can watch; $NAME is its publisher.
    : @Published var NAME = VALUE
    class Counter: ObservableObject { @Published var count = 0 }
    let counter = Counter()
    let token = counter.$count.sink { print($0) }
    counter.count = 1
    => 0
    => 1

    # @MainActor
    Says that a type or function belongs to the main actor; here everything does.
    : @MainActor class NAME { … }
    @MainActor func greet() -> String { "hello" }
    print(await greet())
    => hello

    # @escaping
    A closure that is kept beyond the call.
    : func NAME(_ body: @escaping () -> TYPE)
    var later: [() -> Void] = []
    func keep(_ body: @escaping () -> Void) { later.append(body) }
    keep { print("now") }
    later[0]()
    => now

    # @autoclosure
    An argument that is computed only when the function calls for it.
    : func NAME(_ value: @autoclosure () -> TYPE)
    func check(_ ok: Bool, _ why: @autoclosure () -> String) { if !ok { print(why()) } }
    check(false, "because")
    => because

    # @discardableResult
    A function whose result need not be used.
    : @discardableResult func NAME() -> TYPE
    @discardableResult func add(_ n: Int) -> Int { n + 1 }
    add(1)
    print(add(2))
    => 3

    # @propertyWrapper
    A type that keeps properties: wrappedValue is the property, projectedValue its $NAME.
    : @propertyWrapper struct NAME { var wrappedValue: TYPE }
    @propertyWrapper struct Clamped {
      private var value = 0
      var wrappedValue: Int { get { value } set { value = min(newValue, 10) } }
    }
    struct Volume { @Clamped var level: Int }
    var volume = Volume()
    volume.level = 50
    print(volume.level)
    => 10

    # @Sendable
    A closure that can go to another task; here everything runs on one thread.
    : @Sendable () -> TYPE
    let work: @Sendable () -> Int = { 42 }
    print(work())
    => 42

    # @dynamicMemberLookup
    A type whose members a subscript finds.
    : @dynamicMemberLookup struct NAME { subscript(dynamicMember name: String) -> TYPE { … } }
    @dynamicMemberLookup struct Words { subscript(dynamicMember name: String) -> Int { name.count } }
    print(Words().hello)
    => 5

    # @State, @Binding, @AppStorage, @StateObject, @ObservedObject, @EnvironmentObject
    A view's property; views are skipped. In a view model, write @Published.
    : @Published var NAME = VALUE
    class Model: ObservableObject { @Published var name = "" }
    print(Model().name.isEmpty)
    => true

    # @Observable
    Not accepted. Write ObservableObject and @Published.
    : class NAME: ObservableObject { @Published var NAME = VALUE }
    class Model: ObservableObject { @Published var name = "Ann" }
    print(Model().name)
    => Ann

    # #if, #else, #elseif, #endif
    Code for some systems only; os(Linux) and DEBUG hold here.
    : #if CONDITION
    #if os(Linux)
    print("Linux")
    #else
    print("elsewhere")
    #endif
    => Linux

    # #file, #line, #function, #fileID
    Where the code stands.
    : #function
    func where_() -> String { #function }
    print(where_())
    => where_()

    # #available
    Whether a version of a system is there; always true here.
    : if #available(VERSION, *) { … }
    if #available(macOS 13, *) { print("yes") }
    => yes

    # $0, $1
    The parameters of a closure that does not name them.
    : { $0 + $1 }
    print([3, 1].sorted { $0 < $1 }, [1, 2].map { $0 * 10 })
    => [1, 3] [10, 20]

    # _
    A place that nothing is wanted from.
    : let (NAME, _) = VALUE
    let (name, _) = ("Ann", 7)
    print(name)
    => Ann

    # ?
    An optional type, and a chain that ends with nil.
    : TYPE?
    : VALUE?.NAME
    let name: String? = "Ann"
    print(name?.count ?? 0)
    => 3

    # ->
    Stands before the result of a function.
    : func NAME(PARAMETERS) -> TYPE
    let double: (Int) -> Int = { $0 * 2 }
    print(double(7))
    => 14

    # \.
    A key path: the way to a property, as a value.
    : \TYPE.NAME
    print(["a", "bc"].map(\.count))
    => [1, 2]

    # for await
    Does something with each value as it comes.
    : for await NAME in SEQUENCE { … }
    for await n in [1, 2].publisher.values { print(n) }
    => 1
    => 2

    # if let
    Does something with the value of an optional, if there is one.
    : if let NAME { … }
    let age = Int("7")
    if let age { print(age) }
    => 7
    """#
}
