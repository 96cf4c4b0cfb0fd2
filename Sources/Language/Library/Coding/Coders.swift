/// `JSONDecoder`, `JSONEncoder` and their property-list siblings.
internal import Foundation

/// A coder: its settings, by the names of its properties.
class CoderObject: NativeObject {
  var settings: [String: Value] = [:]
}

extension CoderObject {
  fileprivate func name(_ setting: String) -> String? {
    settings[setting].map(\.caseName)
  }
}

enum CodingLibrary {
  typealias Table = @Sendable () -> LibraryType

  static let types: [String: Table] = {
    var types: [String: Table] = [
      "CodingKey": codingKey, "CodingKeyRepresentable": { LibraryType("protocol CodingKeyRepresentable {}") },
      "_CodingKey": { LibraryType("struct _CodingKey: CodingKey, CustomStringConvertible {}") },
    ]
    for part in [decoding(), encoding(), errors()] { types.merge(part) { first, _ in first } }
    return types
  }()

  /// Foundation's.
  static func coders() -> [String: Table] {
    [
      "JSONDecoder": {
        LibraryType(
          "class JSONDecoder: TopLevelDecoder { typealias Input = Data }",
          [
            contextual("init()") { .native(CoderObject(type: $0.result)) },
            contextual("func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T") { call throws(Abort) in
              try decode(call[0], call.metatype(1), call[2], call)
            },
            setting("dateDecodingStrategy", "JSONDecoder.DateDecodingStrategy", "deferredToDate"),
            setting("dataDecodingStrategy", "JSONDecoder.DataDecodingStrategy", "base64"),
            setting("keyDecodingStrategy", "JSONDecoder.KeyDecodingStrategy", "useDefaultKeys"),
            setting("allowsJSON5", .bool(false)),
          ])
      },
      "JSONDecoder.DateDecodingStrategy": {
        LibraryType(
          """
          enum DateDecodingStrategy {
            case deferredToDate; case secondsSince1970; case millisecondsSince1970; case iso8601
            case formatted(DateFormatter); case custom((any Decoder) throws -> Date)
          }
          """)
      },
      "JSONDecoder.DataDecodingStrategy": {
        LibraryType("enum DataDecodingStrategy { case deferredToData; case base64 }")
      },
      "JSONDecoder.KeyDecodingStrategy": {
        LibraryType(
          """
          enum KeyDecodingStrategy {
            case useDefaultKeys; case convertFromSnakeCase; case custom(([any CodingKey]) -> any CodingKey)
          }
          """)
      },
      "JSONEncoder": {
        LibraryType(
          "class JSONEncoder: TopLevelEncoder { typealias Output = Data }",
          [
            contextual("init()") { .native(CoderObject(type: $0.result)) },
            contextual("func encode<T: Encodable>(_ value: T) throws -> Data") { call throws(Abort) in
              try encode(call[0], call[1], call.type("T"), call)
            },
            setting("dateEncodingStrategy", "JSONEncoder.DateEncodingStrategy", "deferredToDate"),
            setting("dataEncodingStrategy", "JSONEncoder.DataEncodingStrategy", "base64"),
            setting("keyEncodingStrategy", "JSONEncoder.KeyEncodingStrategy", "useDefaultKeys"),
            setting("outputFormatting", type: "JSONEncoder.OutputFormatting") { _ in .int(0) },
          ])
      },
      "JSONEncoder.DateEncodingStrategy": {
        LibraryType(
          """
          enum DateEncodingStrategy {
            case deferredToDate; case secondsSince1970; case millisecondsSince1970; case iso8601
            case formatted(DateFormatter); case custom((Date, any Encoder) throws -> Void)
          }
          """)
      },
      "JSONEncoder.DataEncodingStrategy": {
        LibraryType("enum DataEncodingStrategy { case deferredToData; case base64 }")
      },
      "JSONEncoder.KeyEncodingStrategy": {
        LibraryType(
          """
          enum KeyEncodingStrategy {
            case useDefaultKeys; case convertToSnakeCase; case custom(([any CodingKey]) -> any CodingKey)
          }
          """)
      },
      "JSONEncoder.OutputFormatting": {
        StandardLibrary.options(
          "OutputFormatting", [("prettyPrinted", 1), ("sortedKeys", 2), ("withoutEscapingSlashes", 8)])
      },
      "PropertyListDecoder": {
        LibraryType(
          "class PropertyListDecoder: TopLevelDecoder { typealias Input = Data }",
          [
            contextual("init()") { .native(CoderObject(type: $0.result)) },
            contextual("func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T") { call throws(Abort) in
              try decode(call[0], call.metatype(1), call[2], call)
            },
          ])
      },
      "PropertyListEncoder": {
        LibraryType(
          "class PropertyListEncoder: TopLevelEncoder { typealias Output = Data }",
          [
            contextual("init()") { .native(CoderObject(type: $0.result)) },
            contextual("func encode<T: Encodable>(_ value: T) throws -> Data") { call throws(Abort) in
              try encode(call[0], call[1], call.type("T"), call)
            },
            setting("outputFormat", "PropertyListEncoder.PropertyListFormat", "binary"),
          ])
      },
      "PropertyListEncoder.PropertyListFormat": {
        LibraryType("enum PropertyListFormat { case xml; case binary; case openStep }")
      },
    ]
  }

  private static func codingKey() -> LibraryType {
    LibraryType(
      "protocol CodingKey: Sendable, CustomStringConvertible {}",
      [
        contextual("init?(stringValue: String)") { call throws(Abort) in
          try call.machine.key(call[0].text, of: call.type("Self"))?.some ?? .null
        },
        contextual("init?(intValue: Int)") { call in
          let found = call.type("Self").nominal?.cases.first { $0.rawValue == call[0] }
          return found.map { .choice($0) } ?? .null
        },
        contextual("var stringValue: String { get }") { call throws(Abort) in
          .string(try call.machine.keyText(call[0]))
        },
        contextual("var intValue: Int? { get }") { call throws(Abort) in
          try call.machine.keyNumber(call[0]).map { .int($0) } ?? .null
        },
        contextual("var description: String { get }") { call throws(Abort) in
          .string(try call.machine.key(call[0]).description)
        },
      ])
  }

  // MARK: Settings

  /// A property of a coder that holds a value as it is.
  private static func setting(
    _ name: String, type: String, _ initial: @escaping (NativeCall) -> Value
  ) -> LibraryEntry {
    reference("var \(name): \(type) { get set }") { call in
      call[0].object(CoderObject.self)?.settings[name] ?? initial(call)
    } set: { call, value in
      call[0].object(CoderObject.self)?.settings[name] = value
    }
  }

  private static func setting(_ name: String, _ initial: Value) -> LibraryEntry {
    setting(name, type: "Bool") { _ in initial }
  }

  private static func setting(_ name: String, _ type: String, _ initial: String) -> LibraryEntry {
    setting(name, type: type) { call in
      call.result.nominal?.cases.first { $0.name == initial }.map { .choice($0) } ?? .void
    }
  }

  // MARK: Coding

  /// Reads a value with a coder of the program.
  static func decode(_ coder: Value, _ type: Type, _ data: Value, _ call: NativeCall) throws(Abort) -> Value {
    guard case .native(let object) = coder.unboxed, let coder = object as? CoderObject else {
      throw call.fault(
        "a decoder of the program's own is called by 'tryMap { try decoder.decode(Item.self, from: $0) }'")
    }
    let reader = ValueReader(call.machine, type, call.location)
    if type.hasParameters || type.hasHoles {
      throw .trap("the type to decode is not known here")
    }
    defer { reader.isOver = true }
    func decoded() throws(Abort) -> Value {
      try call.coding { try read(coder, data, reader, call) }
    }
    // Foundation reads a text at one go. What comes of it may be the program's, but for lists of numbers and texts.
    let manyBytes = 1 << 17
    if type.isListOfScalars, data.data.count > manyBytes { return try call.machine.aside(decoded) }
    return try decoded()
  }

  private static func read(
    _ coder: CoderObject, _ data: Value, _ reader: ValueReader, _ call: NativeCall
  ) throws -> Value {
    if coder.type.libraryName == "PropertyListDecoder" {
      if PropertyListNesting.isTooDeep(data.data) {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: [],
            debugDescription: "The given data was not a valid property list.",
            underlyingError: CocoaError(
              .propertyListReadCorrupt,
              userInfo: [
                NSDebugDescriptionErrorKey: "More than \(PropertyListNesting.depthMax) nested arrays or dictionaries."
              ])))
      }
      return try PropertyListDecoder().decode(DecodedRoot.self, from: data.data, configuration: reader).value
    }
    return try jsonDecoder(coder, reader, call).decode(DecodedRoot.self, from: data.data, configuration: reader).value
  }

  private static func jsonDecoder(_ coder: CoderObject, _ reader: ValueReader, _ call: NativeCall) -> JSONDecoder {
    let decoder = JSONDecoder()
    let bare = call.bare
    switch coder.settings["dateDecodingStrategy"]?.unboxed {
    case .choice(let strategy)?:
      switch strategy.name {
      case "secondsSince1970": decoder.dateDecodingStrategy = .secondsSince1970
      case "millisecondsSince1970": decoder.dateDecodingStrategy = .millisecondsSince1970
      case "iso8601": decoder.dateDecodingStrategy = .iso8601
      default: break
      }
    case .payload(let payload)?:
      let argument = payload.values[0]
      reader.customDate = { inner in
        if payload.enumCase.name == "custom" {
          return try argument.closure.call(bare.machine.value(inner, reader))
        }
        let text = try inner.singleValueContainer().decode(String.self)
        guard let date = argument.dateFormatter?.date(from: text) else {
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: inner.codingPath,
              debugDescription: "Date string does not match format expected by formatter."))
        }
        return bare.date(date)
      }
    default: break
    }
    if coder.name("dataDecodingStrategy") == "deferredToData" { decoder.dataDecodingStrategy = .deferredToData }
    if coder.name("keyDecodingStrategy") == "convertFromSnakeCase" {
      decoder.keyDecodingStrategy = .convertFromSnakeCase
    } else if let convert = ownKeys(coder, "keyDecodingStrategy", call) {
      reader.customKey = convert
      nonisolated(unsafe) let convert = convert
      decoder.keyDecodingStrategy = .custom { convert($0) }
    }
    if case .bool(true)? = coder.settings["allowsJSON5"] { decoder.allowsJSON5 = true }
    return decoder
  }

  /// The strategy by which the program makes keys of paths; what traps in it is raised when the coding is done.
  private static func ownKeys(
    _ coder: CoderObject, _ setting: String, _ call: NativeCall
  ) -> (([any CodingKey]) -> AnyKey)? {
    guard case .payload(let payload)? = coder.settings[setting]?.unboxed, payload.enumCase.name == "custom" else {
      return nil
    }
    let (machine, location, convert) = (call.machine, call.location, payload.values[0].closure)
    return { path in
      do throws(Abort) {
        return try machine.key(try convert.call(.array(path.map { machine.value($0) })))
      } catch {
        machine.raise(error.fault(at: location))
        return AnyKey("")
      }
    }
  }

  /// Writes a value with a coder of the program.
  static func encode(_ coder: Value, _ value: Value, _ type: Type, _ call: NativeCall) throws(Abort) -> Value {
    guard let coder = coder.object(CoderObject.self) else { throw .trap("this is no encoder of the library") }
    let writer = ValueWriter(call.machine, call.location)
    let root = EncodedValue { encoder in
      var target = SingleTarget(encoder.singleValueContainer())
      try writer.write(value, type, &target)
    }
    func encoded() throws(Abort) -> Value {
      let data = try call.coding {
        if coder.type.libraryName == "PropertyListEncoder" {
          let encoder = PropertyListEncoder()
          if coder.name("outputFormat") == "xml" { encoder.outputFormat = .xml }
          return try encoder.encode(root)
        }
        return try jsonEncoder(coder, writer, call).encode(root)
      }
      try ValueSize.check(data.count)
      return .native(DataObject(data, type: call.machine.library.combineType("Data")))
    }
    // A million numbers are written at one go, and run nothing of the program.
    if case .array = value, value.bulk == .much { return try call.machine.aside(encoded) }
    return try encoded()
  }

  private static func jsonEncoder(_ coder: CoderObject, _ writer: ValueWriter, _ call: NativeCall) -> JSONEncoder {
    let encoder = JSONEncoder()
    let machine = call.machine
    switch coder.settings["dateEncodingStrategy"]?.unboxed {
    case .choice(let strategy)?:
      switch strategy.name {
      case "secondsSince1970": encoder.dateEncodingStrategy = .secondsSince1970
      case "millisecondsSince1970": encoder.dateEncodingStrategy = .millisecondsSince1970
      case "iso8601": encoder.dateEncodingStrategy = .iso8601
      default: break
      }
    case .payload(let payload)?:
      let argument = payload.values[0]
      writer.customDate = { value, inner in
        if payload.enumCase.name == "custom" {
          _ = try argument.closure.call(value, machine.value(inner, writer))
          return
        }
        var container = inner.singleValueContainer()
        try container.encode(argument.dateFormatter?.string(from: value.foundationDate) ?? "")
      }
    default: break
    }
    if coder.name("dataEncodingStrategy") == "deferredToData" { encoder.dataEncodingStrategy = .deferredToData }
    if coder.name("keyEncodingStrategy") == "convertToSnakeCase" {
      encoder.keyEncodingStrategy = .convertToSnakeCase
    } else if let convert = ownKeys(coder, "keyEncodingStrategy", call) {
      nonisolated(unsafe) let convert = convert
      encoder.keyEncodingStrategy = .custom { convert($0) }
    }
    let formatting = coder.settings["outputFormatting"]?.optionBits ?? 0
    encoder.outputFormatting = JSONEncoder.OutputFormatting(rawValue: UInt(bitPattern: formatting))
    return encoder
  }
}

extension NativeCall {
  func date(_ date: Date) -> Value {
    .native(
      DateObject(date.timeIntervalSinceReferenceDate, type: machine.library.combineType("Date")))
  }
}

extension Value {
  var foundationDate: Date { Date(timeIntervalSinceReferenceDate: object(DateObject.self)?.content ?? 0) }
}

extension Type {
  /// Numbers, texts, and lists of them: reading them runs no code of the program.
  fileprivate var isListOfScalars: Bool {
    guard case .nominal(let list, let arguments) = self, list.library != nil, list.name == "Array",
      let element = arguments.first
    else { return false }
    return element.isListOfScalars || ["Int", "Double", "String", "Bool"].contains(element.libraryName)
  }
}
