/// Help: the words of statements and expressions. See `Documentation` for how it is written.
extension Documentation {
  static let statements = #"""
    # if
    Does something if a condition holds; also opens optionals and matches patterns, and can be a value.
    : if CONDITION { … } else { … }
    : if let NAME = OPTIONAL { … }
    : if case PATTERN = VALUE { … }
    let n = 7
    let kind = if n > 5 { "large" } else { "small" }
    print(kind)
    => large

    # else
    What happens if the condition of an if or guard does not hold.
    : if CONDITION { … } else { … }
    if 1 > 2 { print("yes") } else { print("no") }
    => no

    # guard
    Leaves unless a condition holds; what it opens stays open.
    : guard CONDITION else { return }
    : guard let NAME = OPTIONAL else { return }
    func half(_ text: String) -> Int? {
      guard let n = Int(text) else { return nil }
      return n / 2
    }
    print(half("8") ?? 0, half("x") ?? -1)
    => 4 -1

    # switch
    Does what stands at the pattern that matches; all cases have to be there. Can be a value.
    : switch VALUE { case PATTERN: … default: … }
    let n = 7
    switch n {
    case 0: print("none")
    case 1...9 where n.isMultiple(of: 2): print("few, even")
    case 1...9: print("few")
    default: print("many")
    }
    => few

    # case
    A case of an enum, or a pattern of a switch, an if, a for.
    : case NAME(TYPE)
    : case PATTERN where CONDITION: …
    for case let n? in [1, nil, 3] { print(n) }
    => 1
    => 3

    # default
    What happens when no other case of a switch matches; the value of a parameter that is left out.
    : default: …
    switch 7 { case 0: print("none"); default: print("some") }
    => some

    # where
    A condition on a pattern, on the elements of a loop, on types.
    : for NAME in SEQUENCE where CONDITION { … }
    : extension TYPE where CONDITION { … }
    for n in 1...4 where n.isMultiple(of: 2) { print(n) }
    => 2
    => 4

    # for
    Does something with each element; for await waits for each.
    : for PATTERN in SEQUENCE where CONDITION { … }
    : for await NAME in SEQUENCE { … }
    for (name, age) in [("Ann", 7), ("Bob", 9)] { print(name, age) }
    => Ann 7
    => Bob 9

    # in
    Stands before what a loop walks over, and between the parameters of a closure and its body.
    : for NAME in SEQUENCE { … }
    : { NAME in … }
    print([1, 2].map { n in n * 10 })
    => [10, 20]

    # while
    Does something as long as a condition holds.
    : while CONDITION { … }
    var n = 1
    while n < 10 { n *= 3 }
    print(n)
    => 27

    # repeat
    Does something, and again as long as a condition holds.
    : repeat { … } while CONDITION
    var n = 1
    repeat { n *= 3 } while n < 10
    print(n)
    => 27

    # break
    Leaves a loop or a switch, that with a label if there is one.
    : break LABEL
    for n in 1... { if n * n > 20 { print(n); break } }
    => 5

    # continue
    Goes on with the next element of a loop.
    : continue LABEL
    for n in 1...3 { if n == 2 { continue }; print(n) }
    => 1
    => 3

    # fallthrough
    Goes on with the next case of a switch.
    : fallthrough
    switch 1 {
    case 1: print("one"); fallthrough
    default: print("some")
    }
    => one
    => some

    # return
    Leaves a function, with its result.
    : return VALUE
    func sign(_ n: Int) -> String {
      if n < 0 { return "below" }
      return "above"
    }
    print(sign(-1))
    => below

    # defer
    Does something when the scope is left, whatever happens.
    : defer { … }
    func work() {
      defer { print("end") }
      print("begin")
    }
    work()
    => begin
    => end

    # do
    A scope of its own; with catch, what happens when something throws.
    : do { try … } catch { … }
    enum Bad: Error { case luck }
    do { throw Bad.luck } catch { print(error) }
    => luck

    # catch
    What happens when something in do throws; error is what was thrown.
    : catch PATTERN { … }
    enum Bad: Error { case luck, weather }
    do { throw Bad.weather } catch Bad.luck { print("luck") } catch { print("other:", error) }
    => other: weather

    # try
    Stands before what can throw. try? makes nil of it, try! a trap.
    : try EXPRESSION
    : try? EXPRESSION
    func age(_ text: String) throws -> Int {
      guard let n = Int(text) else { throw CancellationError() }
      return n
    }
    print((try? age("7")) ?? 0, (try? age("x")) ?? -1)
    => 7 -1

    # throw
    Leaves with an error.
    : throw ERROR
    enum Bad: Error { case luck }
    func play() throws { throw Bad.luck }
    do { try play() } catch { print(error) }
    => luck

    # await
    Stands before what may wait; others run meanwhile.
    : await EXPRESSION
    func load() async -> Int { 42 }
    print(await load())
    => 42

    # is
    Whether a value is of a type.
    : VALUE is TYPE
    let thing: Any = 7
    print(thing is Int, thing is String)
    => true false

    # as
    A value as another type: as? gives nil if it is none, as! is a trap.
    : VALUE as TYPE
    : VALUE as? TYPE
    let thing: Any = 7
    print(thing as? Int ?? 0, thing as? String ?? "none", 1 as Double)
    => 7 none 1.0

    # nil
    No value.
    : nil
    var age: Int? = 7
    age = nil
    print(age == nil)
    => true

    # true, false
    The two values of Bool.
    : true
    : false
    print(true && !false)
    => true

    # Any
    A value of any type.
    : Any
    let things: [Any] = [1, "two"]
    print(things.count)
    => 2

    # AnyObject
    An object of any class.
    : AnyObject
    class Box {}
    let thing: AnyObject = Box()
    print(thing is Box)
    => true

    # Void
    The type of what gives nothing: ().
    : Void
    let done: () -> Void = { print("done") }
    done()
    => done

    # some
    A type that fulfils a protocol, without saying which.
    : some PROTOCOL
    func numbers() -> some Publisher<Int, Never> { [1, 2].publisher }
    numbers().sink { print($0) }
    => 1
    => 2

    # any
    A value of any type that fulfils a protocol.
    : any PROTOCOL
    let errors: [any Error] = [CancellationError()]
    print(errors.count)
    => 1
    """#
}
