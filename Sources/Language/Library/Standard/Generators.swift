/// `RandomNumberGenerator`: the system's, and those that a program declares, whose numbers mean what they mean in Swift.
extension StandardLibrary {
  static func randomNumberGenerator() -> LibraryType {
    LibraryType("protocol RandomNumberGenerator { mutating func next() -> UInt64 }")
  }

  static func systemGenerator() -> LibraryType {
    LibraryType(
      "struct SystemRandomNumberGenerator: RandomNumberGenerator, Sendable {}",
      [
        contextual("init()") { .native(NamedObject("SystemRandomNumberGenerator()", type: $0.result)) },
        mutating("mutating func next() -> UInt64") { _, _ in .unsigned(UInt(AbstractMachine.random.next())) },
      ])
  }

  /// A member whose last argument is a generator: `random(in:using:)`.
  static func drawing(
    _ signature: String, _ body: @escaping (NativeCall, inout Generator) throws(Abort) -> Value
  ) -> LibraryEntry {
    writing(signature) { call, value throws(Abort) in
      try Generator.lent(call.machine, &value) { generator throws(Abort) in try body(call, &generator) }
    }
  }
}

/// A generator of the program as one of Swift's own.
struct Generator: RandomNumberGenerator {
  private let machine: Machine
  private var value: Value
  private var failure: Abort?

  /// Hands out the generator that a variable holds, and puts back what has become of it.
  static func lent<T>(
    _ machine: Machine, _ value: inout Value, _ body: (inout Generator) throws(Abort) -> T
  ) throws(Abort) -> T {
    var generator = Generator(machine: machine, value: value)
    value = .void
    defer { value = generator.value }
    let result = try body(&generator)
    if let failure = generator.failure { throw failure }
    return result
  }

  /// What fails is said when the work is done; until then others give the numbers, so that it comes to an end.
  mutating func next() -> UInt64 {
    guard failure == nil else { return machine.random.next() }
    do throws(Abort) { return try machine.nextNumber(of: &value) } catch {
      failure = error
      return machine.random.next()
    }
  }
}

extension Machine {
  fileprivate func nextNumber(of generator: inout Value) throws(Abort) -> UInt64 {
    if case .any(let box) = generator {
      var inner = box.value
      defer { generator = .any(Existential(inner, box.type)) }
      return try nextNumber(of: &inner)
    }
    guard generator.declaringMachine != nil else { return random.next() }
    guard let next = method("next", of: generator) else { throw .fault("the generator has no 'next()'") }
    let number: Value
    if next.isMutating, case .function(let context) = next.implementation {
      number = try callMutating(compiled(context), &generator, [])
    } else {
      number = try invoke(next, receiver: generator, [])
    }
    return UInt64(truncatingIfNeeded: IntegerKind.of(next.result)?.wide(number) ?? 0)
  }
}

extension IntegerKind {
  /// A number within bounds, found as Swift finds it.
  func random(_ low: Int128, _ high: Int128, _ generator: inout Generator) throws(Abort) -> Value {
    guard low <= high else { throw .emptyRandomRange }
    func draw<T: FixedWidthInteger>(_ type: T.Type, _ generator: inout Generator) -> Int128 {
      Int128(T.random(in: T(truncatingIfNeeded: low)...T(truncatingIfNeeded: high), using: &generator))
    }
    let number =
      switch (bits, isSigned) {
      case (8, true): draw(Int8.self, &generator)
      case (16, true): draw(Int16.self, &generator)
      case (32, true): draw(Int32.self, &generator)
      case (8, false): draw(UInt8.self, &generator)
      case (16, false): draw(UInt16.self, &generator)
      case (32, false): draw(UInt32.self, &generator)
      case (_, false): draw(UInt64.self, &generator)
      default: draw(Int64.self, &generator)
      }
    return value(truncating: number)
  }
}
