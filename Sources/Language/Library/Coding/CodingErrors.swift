/// `DecodingError` and `EncodingError`: Foundation's as values of the program, and how they are written.
internal import Foundation

extension Machine {
  /// Whatever a coder threw, as the program catches it.
  func abort(_ error: any Error, at location: Location) -> Abort {
    switch error {
    case let abort as Abort: return abort.at(location)
    case let error as DecodingError: return .thrown(value(error), at: location)
    case let error as EncodingError: return .thrown(value(error), at: location)
    default:
      return .thrown(
        decodingError("dataCorrupted", nil, path: [], error.localizedDescription), at: location)
    }
  }

  private func value(_ error: DecodingError) -> Value {
    func type(_ type: Any.Type) -> Value {
      .metatype(TypeBox(library.resolve(String(describing: type)) ?? .any))
    }
    switch error {
    case .typeMismatch(let kind, let context):
      return decodingError("typeMismatch", type(kind), path: context.codingPath, context.debugDescription)
    case .valueNotFound(let kind, let context):
      return decodingError("valueNotFound", type(kind), path: context.codingPath, context.debugDescription)
    case .keyNotFound(let key, let context):
      return decodingError("keyNotFound", value(key), path: context.codingPath, context.debugDescription)
    case .dataCorrupted(let context):
      return decodingError("dataCorrupted", nil, path: context.codingPath, context.debugDescription)
    @unknown default: return decodingError("dataCorrupted", nil, path: [], "\(error)")
    }
  }

  private func value(_ error: EncodingError) -> Value {
    guard case .invalidValue(let invalid, let context) = error else {
      return codingError("EncodingError", "invalidValue", .void, path: [], "\(error)")
    }
    let value: Value
    switch invalid {
    case let number as Double: value = .double(number)
    case let number as Float: value = .any(Existential(.float(number), library.float))
    default: value = .string("\(invalid)")
    }
    return codingError("EncodingError", "invalidValue", value, path: context.codingPath, context.debugDescription)
  }

  func decodingError(_ name: String, _ subject: Value?, path: [any CodingKey], _ text: String) -> Value {
    codingError("DecodingError", name, subject, path: path, text)
  }

  private func codingError(
    _ type: String, _ name: String, _ subject: Value?, path: [any CodingKey], _ text: String
  ) -> Value {
    guard let nominal = library.type(named: type), let context = library.nestedType(of: nominal, named: "Context"),
      let enumCase = nominal.cases.first(where: { $0.name == name })
    else { return .string(text) }
    let record = Value.record(Record(context, [.array(path.map { value($0) }), .string(text), .null]))
    return .payload(Payload(enumCase, (subject.map { [$0] } ?? []) + [record]))
  }
}

extension Payload {
  /// A coding error of the library.
  var isCodingError: Bool {
    !enumCase.owner.isUserType && (enumCase.owner.name == "DecodingError" || enumCase.owner.name == "EncodingError")
  }

  /// What Foundation says to people.
  var codingErrorText: String {
    switch enumCase.name {
    case "keyNotFound", "valueNotFound": "The operation could not be completed. The data is missing."
    default: "The operation could not be completed. The data isn’t in the correct format."
    }
  }
}

extension Machine {
  /// What `print` writes of a coding error.
  func describeCodingError(_ payload: Payload) throws(Abort) -> String {
    guard case .record(let context)? = payload.values.last?.unboxed else { return payload.enumCase.name }
    let subject = payload.values[0].unboxed
    let text: String
    switch payload.enumCase.name {
    case "keyNotFound": text = "Key '\(try keyText(subject))' not found in keyed decoding container."
    case "valueNotFound": text = "Expected value of type \(try describe(subject, .hole)) but found null instead."
    case "typeMismatch": text = "expected value of type \(try describe(subject, .hole))."
    case "invalidValue":
      let type = describer.typeName(dynamicType(payload.values[0], .hole), isQualified: false)
      text = "\(try describe(payload.values[0], .hole)) (\(type))."
    default: text = "Data was corrupted."
    }
    var path = ""
    for key in context[0].items {
      if let index = try keyNumber(key) {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + (try keyText(key))
      }
    }
    let place = path.isEmpty ? "" : " Path: \(path)."
    let debug = context[1].text.isEmpty ? "" : " Debug description: \(context[1].text)"
    return "\(payload.enumCase.owner.name).\(payload.enumCase.name): \(text)\(place)\(debug)"
  }
}

extension CodingLibrary {
  static func errors() -> [String: Table] {
    [
      "DecodingError": {
        LibraryType(
          """
          enum DecodingError: Error {
            case typeMismatch(Any.Type, DecodingError.Context)
            case valueNotFound(Any.Type, DecodingError.Context)
            case keyNotFound(any CodingKey, DecodingError.Context)
            case dataCorrupted(DecodingError.Context)
          }
          """, corrupted())
      },
      "DecodingError.Context": context, "EncodingError.Context": context,
      "EncodingError": {
        LibraryType("enum EncodingError: Error { case invalidValue(Any, EncodingError.Context) }")
      },
    ]
  }

  private static func context() -> LibraryType {
    LibraryType(
      """
      struct Context: Sendable {
        var codingPath: [any CodingKey] { get }
        var debugDescription: String { get }
        var underlyingError: (any Error)? { get }
      }
      """,
      [
        contextual("init(codingPath: [any CodingKey], debugDescription: String, underlyingError: (any Error)? = nil)") {
          call in
          guard let nominal = call.result.nominal else { return .void }
          return .record(Record(nominal, call.arguments))
        }
      ])
  }

  /// `DecodingError.dataCorruptedError(forKey:in:debugDescription:)` and its like.
  private static func corrupted() -> [LibraryEntry] {
    func made(_ call: NativeCall, _ path: [any CodingKey], _ text: Value) -> Value {
      call.machine.decodingError("dataCorrupted", nil, path: path, text.text)
    }
    return [
      contextual(
        "static func dataCorruptedError<K: CodingKey>(forKey key: K, in container: KeyedDecodingContainer<K>, "
          + "debugDescription: String) -> DecodingError"
      ) { call throws(Abort) in
        let path = call[1].object(KeyedReader.self)?.container.codingPath ?? []
        return made(call, path + [try call.machine.key(call[0])], call[2])
      },
      contextual(
        "static func dataCorruptedError(in container: any UnkeyedDecodingContainer, debugDescription: String) "
          + "-> DecodingError"
      ) { call in
        let place = call[0].object(UnkeyedReader.self)?.place.container
        let index = place.map { AnyKey("Index \($0.currentIndex)", number: $0.currentIndex) }
        return made(call, (place?.codingPath ?? []) + (index.map { [$0] } ?? []), call[1])
      },
      contextual(
        "static func dataCorruptedError(in container: any SingleValueDecodingContainer, debugDescription: String) "
          + "-> DecodingError"
      ) { call in made(call, call[0].object(SingleReader.self)?.place.decoder.codingPath ?? [], call[1]) },
    ]
  }
}
