/// `buffer`, and the enumerations of its arguments.
internal import Combine

extension CombineLibrary {
  static func buffering() -> [LibraryEntry] {
    [
      publishing(
        "func buffer(size: Int, prefetch: Publishers.PrefetchStrategy, "
          + "whenFull: Publishers.BufferingStrategy<Failure>) -> Publishers.Buffer<Self>"
      ) { stage throws(Abort) in
        let size = stage[1].integer
        guard size >= 0 else { throw .trap("a buffer's size cannot be negative") }
        let keepsFull = stage[2].caseName == "keepFull"
        // It would ask for no values, which publishers take for a mistake, as Combine's do.
        guard size > 0 || !keepsFull else { throw .trap("a buffer that is kept full needs a size above zero") }
        return stage.upstream.buffer(
          size: size, prefetch: keepsFull ? .keepFull : .byRequest,
          whenFull: strategy(stage[3].unboxed, stage.call.bare))
      }
    ]
  }

  private static func strategy(_ value: Value, _ call: NativeCall) -> Publishers.BufferingStrategy<any Error> {
    switch value {
    case .payload(let payload):
      let make = StageClosure(function: payload.values[0].closure, machine: call.machine, location: call.location)
      return .customError { make(all: []).failure(at: call.location) }
    default: return value.caseName == "dropOldest" ? .dropOldest : .dropNewest
    }
  }

  static func bufferTypes() -> [String: Table] {
    [
      "Publishers.PrefetchStrategy": {
        LibraryType("enum PrefetchStrategy: Equatable, Hashable { case keepFull; case byRequest }")
      },
      "Publishers.BufferingStrategy": {
        LibraryType(
          """
          enum BufferingStrategy<Failure: Error> {
            case dropNewest; case dropOldest; case customError(() -> Failure)
          }
          """)
      },
    ]
  }
}
