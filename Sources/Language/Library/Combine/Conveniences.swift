/// Publishers that are made from values: `Just`, `Empty`, `Fail`, and those of sequences, optionals and results.
internal import Combine

/// `Just`: comparable, and its value can be read.
extension KnownObject {
  var justValue: Value? {
    if case .just(let value) = known { return value }
    return nil
  }
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
        let next = try machine.activate { () throws(Abort) in try source.next() }
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
          ])
      },
      "Empty": { LibraryType("struct Empty<Output, Failure: Error>: Publisher {}", empty()) },
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
            }
          ])
      },
      "Optional.Publisher": {
        LibraryType("struct Publisher: _PublisherProtocol { typealias Output = Wrapped; typealias Failure = Never }")
      },
      "Result.Publisher": {
        LibraryType("struct Publisher: _PublisherProtocol { typealias Output = Success }")
      },
    ]
  }

  private static func empty() -> [LibraryEntry] {
    func make(_ call: NativeCall) -> Value {
      .native(
        SourceObject(
          Empty<Value, any Error>(completeImmediately: call[0].flag).eraseToAnyPublisher(), type: call.result))
    }
    return [
      contextual("init(completeImmediately: Bool = true)") { make($0) },
      contextual("init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type)") {
        make($0)
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
        guard case .payload(let payload) = call[0].unboxed, let value = payload.values.first else { return .void }
        let result: Result<Value, Abort> =
          payload.enumCase.name == "success" ? .success(value) : .failure(value.failure(at: call.location))
        return .native(KnownObject(.result(result), type: call.result))
      }
    ]
  }
}
