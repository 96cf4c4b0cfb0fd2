/// `Sequence`: what can be done with anything that can be walked.
extension StandardLibrary {
  static func sequence() -> LibraryType {
    LibraryType(
      """
      protocol Sequence<Element> {
        associatedtype Element
        associatedtype Iterator: IteratorProtocol = AnyIterator<Element> where Iterator.Element == Element
      }
      """,
      transforming() + folding() + searching() + ordering() + parts() + joining())
  }

  private static func transforming() -> [LibraryEntry] {
    [
      binary("func map<T>(_ transform: (Element) throws -> T) rethrows -> [T]") { sequence, transform throws(Abort) in
        let function = transform.closure
        var result: [Value] = []
        try Elements.each(sequence) { element throws(Abort) in
          result.add(try function.call(element))
          return true
        }
        return .array(result)
      },
      binary("func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> [Element]") {
        sequence, test throws(Abort) in
        let function = test.closure
        var result: [Value] = []
        try Elements.each(sequence) { element throws(Abort) in
          if try function.call(element).flag { result.add(element) }
          return true
        }
        return .array(result)
      },
      binary("func compactMap<T>(_ transform: (Element) throws -> T?) rethrows -> [T]") {
        sequence, transform throws(Abort) in
        let function = transform.closure
        var result: [Value] = []
        try Elements.each(sequence) { element throws(Abort) in
          if let value = try function.call(element).unwrapped { result.add(value) }
          return true
        }
        return .array(result)
      },
      binary("func flatMap<S: Sequence>(_ transform: (Element) throws -> S) rethrows -> [S.Element]") {
        sequence, transform throws(Abort) in
        let function = transform.closure
        var result: [Value] = []
        try Elements.each(sequence) { element throws(Abort) in
          let part = try Elements.list(try function.call(element))
          result += part
          try ValueSize.check(result.count, adding: part.count)
          return true
        }
        return .array(result)
      },
      // The old spelling of `compactMap`.
      binary("func flatMap<T>(_ transform: (Element) throws -> T?) rethrows -> [T]") {
        sequence, transform throws(Abort) in
        let function = transform.closure
        var result: [Value] = []
        try Elements.each(sequence) { element throws(Abort) in
          if let value = try function.call(element).unwrapped { result.add(value) }
          return true
        }
        return .array(result)
      },
      binary("func forEach(_ body: (Element) throws -> Void) rethrows") { sequence, body throws(Abort) in
        let function = body.closure
        try Elements.each(sequence) { element throws(Abort) in
          _ = try function.call(element)
          return true
        }
        return .void
      },
      unary("func enumerated() -> EnumeratedSequence<Self>") { sequence throws(Abort) in
        if Elements.isEndless(sequence) {
          return Elements.made(of: sequence) { source in
            var count = 0
            return { () throws(Abort) in
              guard let element = try source.next() else { return nil }
              defer { count += 1 }
              return .pair(.int(count), element, Elements.offsetLabels)
            }
          }
        }
        return .array(
          try Elements.list(sequence).enumerated().map { .pair(.int($0.offset), $0.element, Elements.offsetLabels) })
      },
      contextual("func makeIterator() -> Iterator") { call throws(Abort) in
        let sequence = call[0].unboxed
        if sequence.declaringMachine != nil {
          if let make = call.machine.method("makeIterator", of: sequence) {
            return try call.machine.invoke(make, receiver: sequence, [])
          }
          // What is its own iterator.
          if call.machine.method("next", of: sequence) != nil { return sequence }
        }
        return .native(IteratorObject(Elements.iterator(sequence), type: call.result))
      },
      contextual("var lazy: LazySequence<Self> { get }") { call in
        .native(MadeSequence(type: call.result) { Elements.iterator(call[0]) })
      },
      unary("var underestimatedCount: Int { get }") { sequence throws(Abort) in
        Elements.isEndless(sequence) ? .int(0) : .int(try Elements.count(sequence))
      },
    ]
  }

  private static func folding() -> [LibraryEntry] {
    [
      ternary(
        "func reduce<Result>(_ initialResult: Result, _ nextPartialResult: (Result, Element) throws -> Result) "
          + "rethrows -> Result"
      ) { sequence, initial, next throws(Abort) in
        let function = next.closure
        var result = initial
        try Elements.each(sequence) { element throws(Abort) in
          result = try function.call(result, element)
          return true
        }
        return result
      },
      ternary(
        "func reduce<Result>(into initialResult: Result, _ updateAccumulatingResult: "
          + "(inout Result, Element) throws -> Void) rethrows -> Result"
      ) { sequence, initial, update throws(Abort) in
        let function = update.closure
        var result = initial
        try Elements.each(sequence) { element throws(Abort) in
          _ = try callChanging(function, &result, element)
          return true
        }
        return result
      },
    ]
  }

  private static func searching() -> [LibraryEntry] {
    [
      contextual("func contains(_ element: Element) -> Bool where Element: Equatable") { call throws(Abort) in
        let wanted = call[1]
        if case .set(let members) = call[0] { return .bool(members.contains(wanted)) }
        var isFound = false
        try Elements.each(call[0]) { element throws(Abort) in
          isFound = try call.areEqual(element, wanted)
          return !isFound
        }
        return .bool(isFound)
      },
      binary("func contains(where predicate: (Element) throws -> Bool) rethrows -> Bool") {
        sequence, test throws(Abort) in .bool(try first(sequence, where: test.closure) != nil)
      },
      binary("func allSatisfy(_ predicate: (Element) throws -> Bool) rethrows -> Bool") {
        sequence, test throws(Abort) in
        let function = test.closure
        var holds = true
        try Elements.each(sequence) { element throws(Abort) in
          holds = try function.call(element).flag
          return holds
        }
        return .bool(holds)
      },
      binary("func first(where predicate: (Element) throws -> Bool) rethrows -> Element?") {
        sequence, test throws(Abort) in try first(sequence, where: test.closure)?.some ?? .null
      },
      binary("func count(where predicate: (Element) throws -> Bool) rethrows -> Int") { sequence, test throws(Abort) in
        let function = test.closure
        var count = 0
        try Elements.each(sequence) { element throws(Abort) in
          if try function.call(element).flag { count += 1 }
          return true
        }
        return .int(count)
      },
      contextual(
        "func starts<S: Sequence>(with possiblePrefix: S) -> Bool where S.Element == Element, Element: Equatable"
      ) {
        call throws(Abort) in
        let (own, wanted) = (Elements.iterator(call[0]), Elements.iterator(call[1]))
        while let expected = try wanted.next() {
          guard let element = try own.next(), try call.areEqual(element, expected) else { return .bool(false) }
        }
        return .bool(true)
      },
      ternary(
        "func starts<S: Sequence>(with possiblePrefix: S, by areEquivalent: (Element, S.Element) throws -> Bool) "
          + "rethrows -> Bool"
      ) { sequence, prefix, test throws(Abort) in
        let (own, wanted, function) = (Elements.iterator(sequence), Elements.iterator(prefix), test.closure)
        while let expected = try wanted.next() {
          guard let element = try own.next(), try function.call(element, expected).flag else { return .bool(false) }
        }
        return .bool(true)
      },
      ternary(
        "func elementsEqual<S: Sequence>(_ other: S, by areEquivalent: (Element, S.Element) throws -> Bool) rethrows "
          + "-> Bool"
      ) { sequence, other, test throws(Abort) in
        let (own, other, function) = (Elements.iterator(sequence), Elements.iterator(other), test.closure)
        while let element = try own.next() {
          guard let twin = try other.next(), try function.call(element, twin).flag else { return .bool(false) }
        }
        return .bool(try other.next() == nil)
      },
      ternary(
        "func lexicographicallyPrecedes<S: Sequence>(_ other: S, by areInIncreasingOrder: (Element, Element) throws -> "
          + "Bool) rethrows -> Bool where S.Element == Element"
      ) { sequence, other, test throws(Abort) in
        let (own, other, function) = (Elements.iterator(sequence), Elements.iterator(other), test.closure)
        while let right = try other.next() {
          guard let left = try own.next() else { return .bool(true) }
          if try function.call(left, right).flag { return .bool(true) }
          if try function.call(right, left).flag { return .bool(false) }
        }
        return .bool(false)
      },
      contextual("func elementsEqual<S: Sequence>(_ other: S) -> Bool where S.Element == Element, Element: Equatable") {
        call throws(Abort) in
        let (own, other) = (Elements.iterator(call[0]), Elements.iterator(call[1]))
        while let element = try own.next() {
          guard let twin = try other.next(), try call.areEqual(element, twin) else { return .bool(false) }
        }
        return .bool(try other.next() == nil)
      },
      contextual(
        "func lexicographicallyPrecedes<S: Sequence>(_ other: S) -> Bool where S.Element == Element, Element: Comparable"
      ) { call throws(Abort) in
        let (own, other) = (Elements.iterator(call[0]), Elements.iterator(call[1]))
        while let right = try other.next() {
          guard let left = try own.next() else { return .bool(true) }
          if try call.isLess(left, right) { return .bool(true) }
          if try call.isLess(right, left) { return .bool(false) }
        }
        return .bool(false)
      },
    ]
  }

  static func first(_ sequence: Value, where test: FunctionValue) throws(Abort) -> Value? {
    var found: Value?
    try Elements.each(sequence) { element throws(Abort) in
      guard try test.call(element).flag else { return true }
      found = element
      return false
    }
    return found
  }

  private static func ordering() -> [LibraryEntry] {
    [
      contextual("func sorted() -> [Element] where Element: Comparable") { call throws(Abort) in
        .array(try Ordering.sorted(try Elements.list(call[0])))
      },
      contextual("func sorted(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> [Element]") {
        call throws(Abort) in
        let function = call[1].closure
        return .array(
          try Ordering.sorted(try Elements.list(call[0])) { left, right throws(Abort) in
            try function.call(left, right).flag
          })
      },
      contextual("func min() -> Element? where Element: Comparable") { call throws(Abort) in
        try call.least(call[0]) { left, right throws(Abort) in try call.isLess(left, right) }
      },
      contextual("func max() -> Element? where Element: Comparable") { call throws(Abort) in
        try call.greatest(call[0]) { left, right throws(Abort) in try call.isLess(left, right) }
      },
      contextual("func min(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> Element?") {
        call throws(Abort) in
        let function = call[1].closure
        return try call.least(call[0]) { left, right throws(Abort) in try function.call(left, right).flag }
      },
      contextual("func max(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> Element?") {
        call throws(Abort) in
        let function = call[1].closure
        return try call.greatest(call[0]) { left, right throws(Abort) in try function.call(left, right).flag }
      },
      unary("func reversed() -> [Element]") { sequence throws(Abort) in
        .array(try Elements.list(sequence).reversed())
      },
      unary("func shuffled() -> [Element]") { sequence throws(Abort) in
        var random = AbstractMachine.random
        return .array(try Elements.list(sequence).shuffled(using: &random))
      },
      drawing("func shuffled<G: RandomNumberGenerator>(using generator: inout G) -> [Element]") {
        call, generator throws(Abort) in
        .array(try Elements.list(call[0]).shuffled(using: &generator))
      },
    ]
  }

  private static func parts() -> [LibraryEntry] {
    [
      binary("func prefix(_ maxLength: Int) -> [Element]") { sequence, count throws(Abort) in
        .array(try Slices.leading(sequence, count.integer))
      },
      binary("func prefix(while predicate: (Element) throws -> Bool) rethrows -> [Element]") {
        sequence, test throws(Abort) in .array(try Slices.leading(sequence, while: test.closure))
      },
      binary("func dropFirst(_ k: Int = 1) -> [Element]") { sequence, count throws(Abort) in
        let dropped = try Slices.dropped(count.integer)
        if Elements.isEndless(sequence) {
          return Elements.made(of: sequence) { source in
            var rest = dropped
            return { () throws(Abort) in
              while rest > 0 {
                rest -= 1
                guard try source.next() != nil else { return nil }
              }
              return try source.next()
            }
          }
        }
        return .array(Array(try Elements.list(sequence).dropFirst(dropped)))
      },
      binary("func drop(while predicate: (Element) throws -> Bool) rethrows -> [Element]") {
        sequence, test throws(Abort) in
        let function = test.closure
        let elements = try Elements.list(sequence)
        var count = 0
        while count < elements.count, try function.call(elements[count]).flag { count += 1 }
        return .array(Array(elements.dropFirst(count)))
      },
      binary("func dropLast(_ k: Int = 1) -> [Element]") { sequence, count throws(Abort) in
        .array(Array(try Elements.list(sequence).dropLast(try Slices.dropped(count.integer))))
      },
      binary("func suffix(_ maxLength: Int) -> [Element]") { sequence, count throws(Abort) in
        guard count.integer >= 0 else { throw .trap("Can't take a suffix of negative length from a sequence") }
        return .array(Array(try Elements.list(sequence).suffix(count.integer)))
      },
    ]
  }

  private static func joining() -> [LibraryEntry] {
    [
      binary("func joined(separator: String = \"\") -> String where Element: StringProtocol") {
        sequence, separator throws(Abort) in
        var result = ""
        var isFirst = true
        let between = separator.text
        try Elements.each(sequence) { element throws(Abort) in
          if !isFirst { result += between }
          isFirst = false
          result += element.text
          try ValueSize.check(result.utf8.count, adding: between.utf8.count + element.text.utf8.count)
          return true
        }
        return .string(result)
      },
      unary("func joined() -> String where Element: StringProtocol") { sequence throws(Abort) in
        .string(try Elements.texts(sequence).joined())
      },
      unary("func joined() -> FlattenSequence<Self> where Element: Sequence") { sequence throws(Abort) in
        try joined(sequence, [])
      },
      binary(
        "func joined<Separator: Sequence>(separator: Separator) -> JoinedSequence<Self> "
          + "where Element: Sequence, Separator.Element == Element.Element"
      ) { sequence, separator throws(Abort) in try joined(sequence, try Elements.list(separator)) },
    ]
  }

  private static func joined(_ sequence: Value, _ separator: [Value]) throws(Abort) -> Value {
    var result: [Value] = []
    var isFirst = true
    try Elements.each(sequence) { element throws(Abort) in
      if !isFirst { result += separator }
      isFirst = false
      let part = try Elements.list(element)
      result += part
      try ValueSize.check(result.count, adding: separator.count + part.count)
      return true
    }
    return .array(result)
  }
}
