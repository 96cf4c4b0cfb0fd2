/// `lazy`: sequences whose elements are computed when they are asked for.
extension StandardLibrary {
  static func lazyTypes() -> [String: @Sendable () -> LibraryType] {
    [
      "LazySequenceProtocol": {
        LibraryType("protocol LazySequenceProtocol<Element>: Sequence {}", lazyMembers(), .lazy)
      },
      "LazySequence": lazy("LazySequence<Base: Sequence>", element: "Base.Element"),
      "LazyMapSequence": lazy("LazyMapSequence<Base: Sequence, Element>"),
      "LazyFilterSequence": lazy("LazyFilterSequence<Base: Sequence>", element: "Base.Element"),
      "LazyPrefixWhileSequence": lazy("LazyPrefixWhileSequence<Base: Sequence>", element: "Base.Element"),
      "LazyDropWhileSequence": lazy("LazyDropWhileSequence<Base: Sequence>", element: "Base.Element"),
    ]
  }

  private static func lazy(_ declaration: String, element: String? = nil) -> @Sendable () -> LibraryType {
    {
      LibraryType(
        """
        struct \(declaration): LazySequenceProtocol, RandomAccessCollection {
          \(element.map { "typealias Element = " + $0 } ?? "")
          typealias Index = Int
          typealias SubSequence = LazySequence<[Element]>
          typealias Indices = Range<Int>
          typealias Iterator = AnyIterator<Element>
        }
        """)
    }
  }

  private static func made(
    _ signature: String, _ next: @escaping (any ElementSource, NativeCall) -> () throws(Abort) -> Value?
  ) -> LibraryEntry {
    contextual(signature) { call in
      .native(MadeSequence(type: call.result) { FunctionSource(next(Elements.iterator(call[0]), call)) })
    }
  }

  private static func lazyMembers() -> [LibraryEntry] {
    [
      unary("var lazy: Self { get }") { $0 },
      made("func map<U>(_ transform: @escaping (Element) -> U) -> LazyMapSequence<Self, U>") { source, call in
        let function = call[1].closure
        return { () throws(Abort) in
          guard let element = try source.next() else { return nil }
          return try function.call(element)
        }
      },
      made("func filter(_ isIncluded: @escaping (Element) -> Bool) -> LazyFilterSequence<Self>") { source, call in
        let function = call[1].closure
        return { () throws(Abort) in
          while let element = try source.next() {
            if try function.call(element).flag { return element }
          }
          return nil
        }
      },
      made("func compactMap<U>(_ transform: @escaping (Element) -> U?) -> LazyMapSequence<Self, U>") { source, call in
        let function = call[1].closure
        return { () throws(Abort) in
          while let element = try source.next() {
            if let value = try function.call(element).unwrapped { return value }
          }
          return nil
        }
      },
      made("func flatMap<S: Sequence>(_ transform: @escaping (Element) -> S) -> LazyMapSequence<Self, S.Element>") {
        source, call in
        let function = call[1].closure
        var inner: (any ElementSource)?
        return { () throws(Abort) in
          while true {
            if let value = try inner?.next() { return value }
            guard let element = try source.next() else { return nil }
            inner = Elements.iterator(try function.call(element))
          }
        }
      },
      made("func prefix(_ maxLength: Int) -> LazySequence<Self>") { source, call in
        var rest = call[1].integer
        return { () throws(Abort) in
          guard rest > 0 else { return nil }
          rest -= 1
          return try source.next()
        }
      },
      made("func prefix(while predicate: @escaping (Element) -> Bool) -> LazyPrefixWhileSequence<Self>") {
        source, call in
        let function = call[1].closure
        var isOver = false
        return { () throws(Abort) in
          if !isOver, let element = try source.next(), try function.call(element).flag { return element }
          isOver = true
          return nil
        }
      },
      made("func dropFirst(_ k: Int = 1) -> LazySequence<Self>") { source, call in
        var rest = call[1].integer
        return { () throws(Abort) in
          while rest > 0 {
            rest -= 1
            guard try source.next() != nil else { return nil }
          }
          return try source.next()
        }
      },
      made("func drop(while predicate: @escaping (Element) -> Bool) -> LazyDropWhileSequence<Self>") { source, call in
        let function = call[1].closure
        var isDropping = true
        return { () throws(Abort) in
          while let element = try source.next() {
            if isDropping, try function.call(element).flag { continue }
            isDropping = false
            return element
          }
          return nil
        }
      },
      made("func enumerated() -> LazySequence<EnumeratedSequence<Self>>") { source, _ in
        var count = 0
        return { () throws(Abort) in
          guard let element = try source.next() else { return nil }
          defer { count += 1 }
          return .pair(.int(count), element, Elements.offsetLabels)
        }
      },
    ]
  }
}
