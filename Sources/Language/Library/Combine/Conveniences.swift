/// Publishers that are made from values: `Just`, `Empty`, `Fail`, and those of sequences, optionals and results.
internal import Combine

/// `Just`: comparable, and its value can be read.
extension KnownObject {
  var justValue: Value? {
    if case .just(let value) = known { return value }
    return nil
  }
}

/// `Empty`.
private final class EmptyObject: SourceObject {
  let completeImmediately: Bool

  init(completeImmediately: Bool, type: Type) {
    self.completeImmediately = completeImmediately
    super.init(Empty(completeImmediately: completeImmediately).eraseToAnyPublisher(), type: type)
  }

  override func isEqual(to other: NativeObject) -> Bool {
    (other as? EmptyObject)?.completeImmediately == completeImmediately
  }
  override func hash(into hasher: inout Hasher) { hasher.combine(completeImmediately) }
}

/// The elements of a sequence of the program. Its text is what `print` shows of the subscription.
struct ValueSequence: Sequence, CustomStringConvertible {
  let value: Value
  let call: NativeCall
  let type: Type

  var description: String { call.text(of: value, as: type) }

  func makeIterator() -> AnyIterator<Value> {
    let machine = call.machine
    let location = call.location
    let source = Elements.iterator(value)
    var isOver = false
    return AnyIterator {
      if isOver { return nil }
      do throws(Abort) {
        // Subscribers may ask for all of it, and run nothing of the program.
        let next = try machine.activate { () throws(Abort) in
          try machine.step()
          return try source.next()
        }
        if next == nil { isOver = true }
        return next
      } catch {
        isOver = true
        return .fault(FaultBox(error.fault(at: location)))
      }
    }
  }
}

extension CombineLibrary {
  static func convenience() -> [String: Table] {
    [
      "Just": {
        LibraryType(
          """
          struct Just<Output>: Publisher { typealias Failure = Never }
          extension Just: Equatable where Output: Equatable {}
          """,
          [
            contextual("init(_ output: Output)") { call in .native(KnownObject(.just(call[0]), type: call.result)) },
            unary("var output: Output { get }") { $0.object(KnownObject.self)?.justValue ?? .void },
            publishing("func map<T>(_ transform: @escaping (Output) -> T) -> Just<T>", known: "map(_:)") { stage in
              let transform = stage.closure(1)
              return stage.upstream.map { transform($0) }
            },
          ])
      },
      "Empty": { LibraryType("struct Empty<Output, Failure: Error>: Publisher, Equatable {}", empty()) },
      "Fail": { LibraryType("struct Fail<Output, Failure: Error>: Publisher {}", fail()) },
      "Publishers.Sequence": {
        LibraryType(
          """
          struct Sequence<Elements: _SequenceProtocol, Failure: Error>: _PublisherProtocol {
            typealias Output = Elements.Element
          }
          """,
          [
            contextual("init(sequence: Elements)") { call in
              .native(
                KnownObject(
                  .sequence(
                    ValueSequence(value: call[0], call: call.bare, type: call.site.parameterTypes.first ?? .hole)),
                  type: call.result))
            },
            unary("var sequence: Elements { get }") { value in
              guard case .sequence(let elements)? = value.object(KnownObject.self)?.known else { return .void }
              return elements.value
            },
            // Its own, which gives optionals as they are.
            publishing(
              "func replaceNil<T>(with output: T) -> Publishers.Sequence<[Elements.Element], Failure> "
                + "where Elements.Element == T?", known: "replaceNil(with:)"
            ) { stage in
              let output = stage[1]
              return stage.upstream.map { $0.unwrapped ?? output }
            },
          ])
      },
      "Optional.Publisher": {
        LibraryType(
          "struct Publisher: _PublisherProtocol { typealias Output = Wrapped; typealias Failure = Never }",
          [
            contextual("init(_ output: Wrapped?)") { call in
              .native(KnownObject(.optional(call[0].unwrapped), type: call.result))
            }
          ])
      },
      "Result.Publisher": {
        LibraryType(
          "struct Publisher: _PublisherProtocol { typealias Output = Success }",
          [
            contextual("init(_ result: Result<Success, Failure>)") { call in
              guard let result = call[0].completed(at: call.location) else { return .void }
              return .native(KnownObject(.result(result), type: call.result))
            },
            contextual("init(_ output: Success)") { call in
              .native(KnownObject(.result(.success(call[0])), type: call.result))
            },
            contextual("init(_ failure: Failure)") { call in
              .native(KnownObject(.result(.failure(call[0].failure(at: call.location))), type: call.result))
            },
          ])
      },
    ]
  }

  private static func empty() -> [LibraryEntry] {
    func make(_ call: NativeCall) -> Value {
      .native(EmptyObject(completeImmediately: call[0].flag, type: call.result))
    }
    return [
      contextual("init(completeImmediately: Bool = true)") { make($0) },
      contextual("init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type)") {
        make($0)
      },
      unary("var completeImmediately: Bool { get }") {
        .bool($0.object(EmptyObject.self)?.completeImmediately ?? true)
      },
    ]
  }

  private static func fail() -> [LibraryEntry] {
    func make(_ call: NativeCall, _ error: Value) -> Value {
      .native(
        SourceObject(
          Fail<Value, any Error>(error: error.failure(at: call.location)).eraseToAnyPublisher(), type: call.result))
    }
    return [
      contextual("init(error: Failure)") { make($0, $0[0]) },
      contextual("init(outputType: Output.Type, failure: Failure)") { make($0, $0[1]) },
    ]
  }

  // MARK: What other types get

  @Sendable static func sequencePublisher() -> [LibraryEntry] {
    [
      contextual("var publisher: Publishers.Sequence<Self, Never> { get }") { call in
        .native(
          KnownObject(
            .sequence(ValueSequence(value: call[0], call: call.bare, type: call.type("Self"))), type: call.result))
      }
    ]
  }

  @Sendable static func optionalPublisher() -> [LibraryEntry] {
    [
      contextual("var publisher: Optional<Wrapped>.Publisher { get }") { call in
        .native(KnownObject(.optional(call[0].unwrapped), type: call.result))
      }
    ]
  }

  @Sendable static func resultPublisher() -> [LibraryEntry] {
    [
      contextual("var publisher: Result<Success, Failure>.Publisher { get }") { call in
        guard let result = call[0].completed(at: call.location) else { return .void }
        return .native(KnownObject(.result(result), type: call.result))
      }
    ]
  }
}
