/// `encode` and `decode`: values through the coders of the program.
internal import Combine

extension CombineLibrary {
  static func coding() -> [LibraryEntry] {
    [
      publishing(
        "func decode<Item: Decodable, Coder: TopLevelDecoder>(type: Item.Type, decoder: Coder) "
          + "-> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input"
      ) { stage in
        let (type, coder, call) = (stage.call.metatype(1), stage[2], stage.call.bare)
        return stage.upstream
          .decode(
            type: CodedValue.self,
            decoder: ProgramCoder(call: call) { value throws(Abort) in
              try CodingLibrary.decode(coder, type, value, call)
            }
          ).map(\.value)
      },
      publishing(
        "func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> where Output: Encodable"
      ) { stage in
        let (coder, call) = (stage[1], stage.call.bare)
        let type = stage.source.output(stage.machine.library)
        return stage.upstream.map { CodedValue(value: $0) }
          .encode(
            encoder: ProgramCoder(call: call) { value throws(Abort) in
              try CodingLibrary.encode(coder, value, type, call)
            })
      },
    ]
  }

  static func codingTypes() -> [String: Table] {
    [
      "Publishers.Decode": {
        LibraryType(
          "struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Publisher "
            + "{ typealias Failure = any Error }")
      },
      "Publishers.Encode": {
        LibraryType(
          "struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher "
            + "{ typealias Output = Coder.Output; typealias Failure = any Error }")
      },
    ]
  }
}

/// A value of the program where the library wants one that codes itself; only `ProgramCoder` ever does.
private struct CodedValue: Codable {
  let value: Value

  init(value: Value) { self.value = value }
  init(from decoder: any Decoder) throws { throw Abort.trap("a value of a program is read by its coder") }
  func encode(to encoder: any Encoder) throws { throw Abort.trap("a value of a program is written by its coder") }
}

/// A coder of the program as the library's operators call it. A trap goes on as the value that it stands for.
private struct ProgramCoder: TopLevelDecoder, TopLevelEncoder {
  typealias Input = Value
  typealias Output = Value

  let call: NativeCall
  let code: (Value) throws(Abort) -> Value

  func decode<T: Decodable>(_ type: T.Type, from input: Value) throws -> T {
    guard let result = CodedValue(value: try coded(input)) as? T else { throw Abort.trap("not a value") }
    return result
  }

  func encode<T: Encodable>(_ value: T) throws -> Value {
    guard let box = value as? CodedValue else { throw Abort.trap("not a value") }
    return try coded(box.value)
  }

  private func coded(_ value: Value) throws(Abort) -> Value {
    if value.isFault { return value }
    do throws(Abort) { return try call.machine.activate { () throws(Abort) in try code(value) } } catch {
      if case .thrown = error { throw error }
      return .fault(FaultBox(error.fault(at: call.location)))
    }
  }
}
