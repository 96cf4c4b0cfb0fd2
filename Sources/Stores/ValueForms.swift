// The types whose JSON is another than what `Codable` makes of them.
internal import Foundation
internal import Wire

/// Writes its own JSON.
protocol FormWriting {
  func written(_ path: [any CodingKey]) throws -> JSONValue
}

/// Reads its own JSON.
protocol FormReading {
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Self
}

/// Has a JSON of its own.
typealias Form = FormReading & FormWriting

private func refusal(_ text: String, _ path: [any CodingKey]) -> DecodingError {
  .dataCorrupted(.init(codingPath: path, debugDescription: text))
}

// MARK: Plain values

extension Bool: Form {
  func written(_ path: [any CodingKey]) -> JSONValue { .bool(self) }
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Bool {
    guard case .bool(let value) = json else { throw mismatch(Bool.self, json, path) }
    return value
  }
}

extension String: Form {
  func written(_ path: [any CodingKey]) -> JSONValue { .string(self) }
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> String {
    guard case .string(let value) = json else { throw mismatch(String.self, json, path) }
    return value
  }
}

/// A number that a reader's double would round is text.
extension FixedWidthInteger {
  func written(_ path: [any CodingKey]) -> JSONValue {
    if let value = Int(exactly: self), value.magnitude < 1 << 53 { return .int(value) }
    return .string(String(self))
  }

  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Self {
    let found: Self? =
      switch json {
      case .int(let value): Self(exactly: value)
      // Some languages' JSON writes 5.0 for 5.
      case .double(let value) where value.magnitude < 0x1p53: Self(exactly: value)
      case .string(let text):
        Self(text).flatMap { String($0) == text && Int(exactly: $0)?.magnitude ?? .max >= 1 << 53 ? $0 : nil }
      default: nil
      }
    guard let found else { throw mismatch(Self.self, json, path) }
    return found
  }
}

extension Int: Form {}
extension Int8: Form {}
extension Int16: Form {}
extension Int32: Form {}
extension Int64: Form {}
extension UInt: Form {}
extension UInt8: Form {}
extension UInt16: Form {}
extension UInt32: Form {}
extension UInt64: Form {}

extension Double: Form {
  func written(_ path: [any CodingKey]) -> JSONValue { isFinite ? .double(self) : NotFinite(self).json }
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Double {
    guard let value = json.double ?? NotFinite(json)?.number else { throw mismatch(Double.self, json, path) }
    return value
  }
}

extension Float: Form {
  // By way of the shortest decimal text, so that 0.1 does not become 0.10000000149011612.
  func written(_ path: [any CodingKey]) -> JSONValue {
    isFinite ? .double(Double(description) ?? Double(self)) : NotFinite(Double(self)).json
  }
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Float {
    guard let value = json.double ?? NotFinite(json)?.number, Float(value).isFinite || !value.isFinite else {
      throw mismatch(Float.self, json, path)
    }
    return Float(value)
  }
}

// MARK: Foundation's

extension Date: Form {
  func written(_ path: [any CodingKey]) -> JSONValue {
    let seconds = timeIntervalSinceReferenceDate
    return DateForm.text(seconds).map { .string($0) } ?? seconds.written(path)
  }

  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Date {
    switch json {
    case .string(let text):
      if let seconds = DateForm.seconds(text) { return Date(timeIntervalSinceReferenceDate: seconds) }
    case .double(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
    default: if let seconds = NotFinite(json)?.number { return Date(timeIntervalSinceReferenceDate: seconds) }
    }
    throw mismatch(Date.self, json, path)
  }
}

extension Data: Form {
  func written(_ path: [any CodingKey]) -> JSONValue { .string(base64EncodedString()) }
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Data {
    guard let data = json.string.flatMap({ Data(base64Encoded: $0) }) else { throw mismatch(Data.self, json, path) }
    return data
  }
}

extension URL: Form {
  func written(_ path: [any CodingKey]) -> JSONValue { .string(absoluteString) }
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> URL {
    guard let url = json.string.flatMap({ URL(string: $0) }) else { throw mismatch(URL.self, json, path) }
    return url
  }
}

extension Decimal: Form {
  func written(_ path: [any CodingKey]) -> JSONValue {
    let text = "\(self)"
    if let whole = Int(text), whole.magnitude < 1 << 53 { return .int(whole) }
    if let number = Double(text), number.isFinite, Decimal(string: "\(number)") == self { return .double(number) }
    return .string(text)
  }

  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Decimal {
    let found: Decimal? =
      switch json {
      case .int(let number): Decimal(number)
      case .double(let number): number.isFinite ? Decimal(string: "\(number)") : .nan
      case .string("NaN"): .nan
      // Foundation is content with what a text begins with.
      case .string(let text):
        Double(text) != nil && text.allSatisfy { "0123456789+-.eE".contains($0) } ? Decimal(string: text) : nil
      default: nil
      }
    guard let found else { throw mismatch(Decimal.self, json, path) }
    return found
  }
}

extension IndexSet: Form {
  func written(_ path: [any CodingKey]) -> JSONValue { .array(map { .int($0) }) }
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> IndexSet {
    IndexSet(try ValueDecoder.value([Int].self, json, path))
  }
}

/// The daemon has of these what Foundation's own encoder makes of them, dates in intervals included.
extension FormWriting where Self: Encodable {
  fileprivate func coded(_ path: [any CodingKey]) throws -> JSONValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode([self])
    return try JSONValue(parsing: String(decoding: data, as: UTF8.self))[0] ?? .null
  }
}

extension FormReading where Self: Decodable {
  fileprivate static func decoded(_ json: JSONValue, _ path: [any CodingKey]) throws -> Self {
    do { return try JSONDecoder().decode([Self].self, from: Data("[\(json)]".utf8))[0] } catch {
      throw mismatch(Self.self, json, path)
    }
  }
}

extension TimeZone: Form {
  func written(_ path: [any CodingKey]) throws -> JSONValue { try coded(path) }
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Self { try decoded(json, path) }
}
extension Locale: Form {
  func written(_ path: [any CodingKey]) throws -> JSONValue { try coded(path) }
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Self { try decoded(json, path) }
}
extension Calendar: Form {
  func written(_ path: [any CodingKey]) throws -> JSONValue { try coded(path) }
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Self { try decoded(json, path) }
}
extension DateComponents: Form {
  func written(_ path: [any CodingKey]) throws -> JSONValue { try coded(path) }
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Self { try decoded(json, path) }
}
extension DateInterval: Form {
  func written(_ path: [any CodingKey]) throws -> JSONValue { try coded(path) }
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Self { try decoded(json, path) }
}
extension URLComponents: Form {
  func written(_ path: [any CodingKey]) throws -> JSONValue { try coded(path) }
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Self { try decoded(json, path) }
}

extension Measurement: FormWriting {
  func written(_ path: [any CodingKey]) throws -> JSONValue {
    .object([.init("unit", .string(unit.symbol)), .init("value", value.written(path))])
  }
}

extension Measurement: FormReading where UnitType: Dimension {
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Measurement {
    guard let symbol = json["unit"]?.string, let value = json["value"] else { throw mismatch(Self.self, json, path) }
    guard let unit = Units.unit(symbol, of: UnitType.self) else {
      throw refusal("'\(symbol)' is no unit of \(UnitType.self)", path)
    }
    return Measurement(value: try Double.read(value, path), unit: unit)
  }
}

/// The units that the daemon knows, too.
private enum Units {
  static func unit<Kind: Dimension>(_ symbol: String, of kind: Kind.Type) -> Kind? {
    for case let unit as Kind in all where unit.symbol == symbol { return unit }
    return nil
  }

  private static let all: [Dimension] =
    [
      UnitLength.kilometers, UnitLength.meters, UnitLength.centimeters, UnitLength.millimeters, UnitLength.miles,
      UnitLength.yards, UnitLength.feet, UnitLength.inches, UnitLength.nauticalMiles,
    ] + [
      UnitMass.kilograms, UnitMass.grams, UnitMass.milligrams, UnitMass.metricTons, UnitMass.pounds, UnitMass.ounces,
      UnitMass.stones,
    ] + [UnitTemperature.celsius, UnitTemperature.fahrenheit, UnitTemperature.kelvin] + [
      UnitDuration.hours, UnitDuration.minutes, UnitDuration.seconds, UnitDuration.milliseconds,
    ] + [UnitSpeed.metersPerSecond, UnitSpeed.kilometersPerHour, UnitSpeed.milesPerHour, UnitSpeed.knots] + [
      UnitVolume.liters, UnitVolume.milliliters, UnitVolume.cubicMeters, UnitVolume.gallons, UnitVolume.cups,
      UnitVolume.teaspoons, UnitVolume.tablespoons,
    ] + [UnitArea.squareKilometers, UnitArea.squareMeters, UnitArea.squareFeet, UnitArea.hectares, UnitArea.acres] + [
      UnitEnergy.joules, UnitEnergy.kilojoules, UnitEnergy.calories, UnitEnergy.kilocalories, UnitEnergy.kilowattHours,
    ] + [UnitAngle.degrees, UnitAngle.radians]
}

// MARK: The standard library's

extension Duration: Form {
  func written(_ path: [any CodingKey]) -> JSONValue {
    .array([components.seconds.written(path), components.attoseconds.written(path)])
  }

  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Duration {
    guard case .array(let parts) = json, parts.count == 2 else { throw mismatch(Duration.self, json, path) }
    return Duration(
      secondsComponent: try Int64.read(parts[0], path + [Step(0)]),
      attosecondsComponent: try Int64.read(parts[1], path + [Step(1)]))
  }
}

extension Set: FormWriting where Element: Encodable {
  /// In an order that is always the same.
  func written(_ path: [any CodingKey]) throws -> JSONValue {
    .array(try map { try ValueEncoder.json(of: $0, path) }.sorted(by: precedes))
  }
}

extension Set: FormReading where Element: Decodable {
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Set {
    Set(try ValueDecoder.value([Element].self, json, path))
  }
}

/// An object where the keys are text or integers, also those of enumerations; a list of pairs otherwise.
extension Dictionary: FormWriting where Key: Encodable, Value: Encodable {
  func written(_ path: [any CodingKey]) throws -> JSONValue {
    var pairs: [(key: JSONValue, value: JSONValue)] = []
    pairs.reserveCapacity(count)
    for (key, value) in self {
      let written = try ValueEncoder.json(of: key, path)
      pairs.append((written, try ValueEncoder.json(of: value, path + [Step(written.memberName ?? "…")])))
    }
    pairs.sort { precedes($0.key, $1.key) }
    let names = pairs.compactMap(\.key.memberName)
    guard names.count == pairs.count else { return .array(pairs.map { .array([$0.key, $0.value]) }) }
    return .object(zip(names, pairs).map { JSONValue.Member($0, $1.value) })
  }
}

extension Dictionary: FormReading where Key: Decodable, Value: Decodable {
  static func read(_ json: JSONValue, _ path: [any CodingKey]) throws -> Dictionary {
    var result: [Key: Value] = [:]
    switch json {
    case .object(let members):
      for member in members {
        let place = path + [Step(member.name)]
        result[try key(named: member.name, place)] = try ValueDecoder.value(Value.self, member.value, place)
      }
    case .array(let pairs):
      for (index, pair) in pairs.enumerated() {
        let place = path + [Step(index)]
        guard case .array(let parts) = pair, parts.count == 2 else { throw refusal("[key, value] is expected", place) }
        result[try ValueDecoder.value(Key.self, parts[0], place)] =
          try ValueDecoder.value(Value.self, parts[1], place)
      }
    default: throw mismatch([String: Any].self, json, path)
    }
    return result
  }

  static func key(named name: String, _ path: [any CodingKey]) throws -> Key {
    do { return try ValueDecoder.value(Key.self, .string(name), path) } catch {
      guard let number = Int(name) else { throw error }
      return try ValueDecoder.value(Key.self, .int(number), path)
    }
  }
}

extension JSONValue {
  /// What a dictionary's key is called as a member.
  var memberName: String? {
    switch self {
    case .string(let text): text
    case .int(let number): String(number)
    default: nil
    }
  }
}

/// An order for things that have none of their own: the daemon's.
func precedes(_ left: JSONValue, _ right: JSONValue) -> Bool {
  switch (left, right) {
  case (.int(let left), .int(let right)): left < right
  case (.double(let left), .double(let right)): left < right
  case (.string(let left), .string(let right)): left < right
  case (.bool(let left), .bool(let right)): !left && right
  case (.array(let left), .array(let right)): left.lexicographicallyPrecedes(right, by: precedes)
  case (.object(let left), .object(let right)):
    left.map(\.value).lexicographicallyPrecedes(right.map(\.value), by: precedes)
  default: rank(left) < rank(right)
  }
}

private func rank(_ value: JSONValue) -> Int {
  switch value {
  case .null: 0
  case .bool: 1
  case .int: 2
  case .double: 3
  case .string: 4
  case .array: 5
  case .object: 6
  }
}
