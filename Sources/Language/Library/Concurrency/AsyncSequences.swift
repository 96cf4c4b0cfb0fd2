/// `AsyncSequence`: what can be walked with waiting, and what can be done with it.

/// A sequence or an iterator of the library's.
protocol AsynchronousObject: NativeObject {
  func makeAsyncIterator() -> any ElementSource
}

/// A sequence made by an operator: each walk begins anew.
final class MadeAsyncSequence: NativeObject, AsynchronousObject {
  private let make: () -> any ElementSource

  init(type: Type, _ make: @escaping () -> any ElementSource) {
    self.make = make
    super.init(type: type)
  }

  func makeAsyncIterator() -> any ElementSource { make() }
}

/// An iterator as a value: walking it uses it up.
final class AsyncIteratorObject: NativeObject, AsynchronousObject {
  let source: any ElementSource

  init(_ source: any ElementSource, type: Type) {
    self.source = source
    super.init(type: type)
  }

  func makeAsyncIterator() -> any ElementSource { source }
}

extension Machine {
  func asyncIterator(_ sequence: Value) throws(Abort) -> any ElementSource {
    let sequence = sequence.unboxed
    if case .native(let object) = sequence {
      guard let object = object as? any AsynchronousObject else {
        throw .fault("this sequence cannot be walked with await")
      }
      return object.makeAsyncIterator()
    }
    // One of the program's own: `makeAsyncIterator()`, or the sequence is its own iterator.
    guard let make = method("makeAsyncIterator", of: sequence) else { return ProgramIterator(self, sequence) }
    let iterator = try invoke(make, receiver: sequence, []).unboxed
    if case .native = iterator { return try asyncIterator(iterator) }
    return ProgramIterator(self, iterator)
  }

  func forEach(_ sequence: Value, _ type: Type, isAsync: Bool, _ body: (Value) throws(Abort) -> Bool) throws(Abort) {
    guard isAsync else { return try forEach(sequence, type, body) }
    let iterator = try asyncIterator(sequence)
    while let element = try iterator.next() {
      if !(try body(element)) { return }
    }
  }
}

/// An iterator of the program's own, with its `next()`.
private final class ProgramIterator: ElementSource {
  private let machine: Machine
  private var iterator: Value

  init(_ machine: Machine, _ iterator: Value) {
    self.machine = machine
    self.iterator = iterator
  }

  func next() throws(Abort) -> Value? {
    guard let next = machine.method("next", of: iterator), case .function(let context) = next.implementation else {
      throw .fault("the asynchronous sequence has no iterator")
    }
    let function = machine.compiled(context)
    // Taken out while it changes: `next` may wait, and others may look.
    var present = iterator
    defer { iterator = present }
    let value =
      next.isMutating
      ? try machine.callMutating(function, &present, []) : try machine.call(function, captures: [], present)
    return value.unwrapped
  }
}

extension ConcurrencyLibrary {
  static func sequences() -> [String: Table] {
    var types: [String: Table] = [
      "AsyncSequence": {
        LibraryType(
          """
          protocol AsyncSequence<Element, Failure> {
            associatedtype Element
            associatedtype Failure: Error = any Error
            associatedtype AsyncIterator = AnyAsyncIterator<Element, Failure>
          }
          """, making() + folding() + searching())
      },
      "AsyncIteratorProtocol": {
        LibraryType(
          "protocol AsyncIteratorProtocol<Element, Failure> { associatedtype Element; associatedtype Failure: Error = any Error }"
        )
      },
      "AnyAsyncIterator": {
        LibraryType("struct AnyAsyncIterator<Element, Failure: Error>: AsyncIteratorProtocol {}", next())
      },
    ]
    for name in [
      "AsyncMapSequence", "AsyncThrowingMapSequence", "AsyncCompactMapSequence", "AsyncThrowingCompactMapSequence",
    ] {
      types[name] = {
        LibraryType(
          "struct \(name)<Base: AsyncSequence, Transformed>: AsyncSequence { typealias Element = Transformed; typealias Failure = Base.Failure }"
        )
      }
    }
    for name in [
      "AsyncFilterSequence", "AsyncPrefixSequence", "AsyncDropFirstSequence", "AsyncPrefixWhileSequence",
      "AsyncDropWhileSequence",
    ] {
      types[name] = {
        LibraryType(
          "struct \(name)<Base: AsyncSequence>: AsyncSequence { typealias Element = Base.Element; typealias Failure = Base.Failure }"
        )
      }
    }
    return types
  }

  private static func next() -> [LibraryEntry] {
    ["async -> Element? where Failure == Never", "async throws -> Element?"].map { rest in
      contextual("mutating func next() " + rest) { call throws(Abort) in
        try call.machine.asyncIterator(call[0]).next().map { $0.some } ?? .null
      }
    }
  }

  // MARK: Operators

  /// An operator: `step` gives the next element from the upstream's iterator; nil is the end.
  private static func stage(
    _ signature: String,
    _ begin: @escaping (NativeCall) -> (any ElementSource) throws(Abort) -> Value?
  ) -> LibraryEntry {
    contextual(signature) { call in
      .native(
        MadeAsyncSequence(type: call.result) {
          let step = begin(call)
          var upstream: (any ElementSource)?
          return FunctionSource { () throws(Abort) in
            let source: any ElementSource
            if let upstream { source = upstream } else { source = try call.machine.asyncIterator(call[0]) }
            upstream = source
            return try step(source)
          }
        })
    }
  }

  private static func making() -> [LibraryEntry] {
    [
      contextual("func makeAsyncIterator() -> AnyAsyncIterator<Element, Failure>") { call throws(Abort) in
        .native(AsyncIteratorObject(try call.machine.asyncIterator(call[0]), type: call.result))
      },
      stage("func map<T>(_ transform: @escaping (Element) async -> T) -> AsyncMapSequence<Self, T>") { call in
        let function = call[1].closure
        return { source throws(Abort) in
          guard let element = try source.next() else { return nil }
          return try function.call(element)
        }
      },
      stage("func compactMap<T>(_ transform: @escaping (Element) async -> T?) -> AsyncCompactMapSequence<Self, T>") {
        call in
        let function = call[1].closure
        return { source throws(Abort) in
          while let element = try source.next() {
            if let value = try function.call(element).unwrapped { return value }
          }
          return nil
        }
      },
      stage("func filter(_ isIncluded: @escaping (Element) async -> Bool) -> AsyncFilterSequence<Self>") { call in
        let function = call[1].closure
        return { source throws(Abort) in
          while let element = try source.next() {
            if try function.call(element).flag { return element }
          }
          return nil
        }
      },
      stage("func prefix(_ count: Int) -> AsyncPrefixSequence<Self>") { call in
        var left = call[1].integer
        return { source throws(Abort) in
          guard left > 0 else { return nil }
          left -= 1
          return try source.next()
        }
      },
      stage("func dropFirst(_ count: Int = 1) -> AsyncDropFirstSequence<Self>") { call in
        var left = call[1].integer
        return { source throws(Abort) in
          while left > 0 {
            left -= 1
            guard try source.next() != nil else { return nil }
          }
          return try source.next()
        }
      },
      stage("func prefix(while predicate: @escaping (Element) async -> Bool) -> AsyncPrefixWhileSequence<Self>") {
        call in
        let function = call[1].closure
        var isOver = false
        return { source throws(Abort) in
          guard !isOver, let element = try source.next() else { return nil }
          if try function.call(element).flag { return element }
          isOver = true
          return nil
        }
      },
      stage("func drop(while predicate: @escaping (Element) async -> Bool) -> AsyncDropWhileSequence<Self>") { call in
        let function = call[1].closure
        var isDropping = true
        return { source throws(Abort) in
          while let element = try source.next() {
            if isDropping, try function.call(element).flag { continue }
            isDropping = false
            return element
          }
          return nil
        }
      },
    ]
  }

  private static func folding() -> [LibraryEntry] {
    [
      contextual(
        "func reduce<Result>(_ initialResult: Result, _ nextPartialResult: (Result, Element) async throws -> Result) "
          + "async rethrows -> Result"
      ) { call throws(Abort) in
        let (source, function) = (try call.machine.asyncIterator(call[0]), call[2].closure)
        var result = call[1]
        while let element = try source.next() { result = try function.call(result, element) }
        return result
      },
      contextual(
        "func reduce<Result>(into initialResult: Result, _ updateAccumulatingResult: "
          + "(inout Result, Element) async throws -> Void) async rethrows -> Result"
      ) { call throws(Abort) in
        let (source, function) = (try call.machine.asyncIterator(call[0]), call[2].closure)
        var result = call[1]
        while let element = try source.next() { _ = try callChanging(function, &result, element) }
        return result
      },
    ]
  }

  private static func searching() -> [LibraryEntry] {
    func find(_ call: NativeCall, _ test: (Value) throws(Abort) -> Bool) throws(Abort) -> Value? {
      let source = try call.machine.asyncIterator(call[0])
      while let element = try source.next() {
        if try test(element) { return element }
      }
      return nil
    }
    return [
      contextual("func first(where predicate: (Element) async throws -> Bool) async rethrows -> Element?") {
        call throws(Abort) in
        let function = call[1].closure
        return try find(call) { element throws(Abort) in try function.call(element).flag }.map { $0.some } ?? .null
      },
      contextual("func contains(_ search: Element) async rethrows -> Bool where Element: Equatable") {
        call throws(Abort) in
        .bool(try find(call) { element throws(Abort) in try call.areEqual(element, call[1]) } != nil)
      },
      contextual("func contains(where predicate: (Element) async throws -> Bool) async rethrows -> Bool") {
        call throws(Abort) in
        let function = call[1].closure
        return .bool(try find(call) { element throws(Abort) in try function.call(element).flag } != nil)
      },
      contextual("func allSatisfy(_ predicate: (Element) async throws -> Bool) async rethrows -> Bool") {
        call throws(Abort) in
        let function = call[1].closure
        return .bool(try find(call) { element throws(Abort) in !(try function.call(element).flag) } == nil)
      },
      contextual("func min() async rethrows -> Element? where Element: Comparable") { call throws(Abort) in
        try extreme(call) { element, best throws(Abort) in try call.isLess(element, best) }
      },
      contextual("func max() async rethrows -> Element? where Element: Comparable") { call throws(Abort) in
        try extreme(call) { element, best throws(Abort) in try call.isLess(best, element) }
      },
    ]
  }

  private static func extreme(_ call: NativeCall, _ isBetter: (Value, Value) throws(Abort) -> Bool) throws(Abort)
    -> Value
  {
    let source = try call.machine.asyncIterator(call[0])
    guard var best = try source.next() else { return .null }
    while let element = try source.next() {
      if try isBetter(element, best) { best = element }
    }
    return best.some
  }
}
