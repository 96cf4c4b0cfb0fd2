/// `Measurement` and its units.
internal import Foundation

/// A unit: one of Foundation's, which know how they are converted.
final class UnitObject: NativeObject {
  let unit: Dimension

  init(_ unit: Dimension, type: Type) {
    self.unit = unit
    super.init(type: type)
  }

  override func isEqual(to other: NativeObject) -> Bool { (other as? UnitObject)?.unit == unit }
  override func hash(into hasher: inout Hasher) { hasher.combine(unit) }
}

/// A `Measurement`. Foundation compares and adds what is measured in different units of one kind.
final class MeasurementObject: NativeObject, OrderedObject, Quantity {
  let measurement: Measurement<Dimension>
  let unit: UnitObject

  init(_ value: Double, _ unit: UnitObject, type: Type) {
    measurement = Measurement(value: value, unit: unit.unit)
    self.unit = unit
    super.init(type: type)
  }

  override var text: String { "\(measurement.value) \(unit.unit.symbol)" }
  override var portable: PortableValue? {
    .record([.init("unit", .string(unit.unit.symbol)), .init("value", .double(measurement.value))])
  }

  /// - Parameter type: says of which kind the unit is.
  static func read(_ portable: PortableValue, _ type: Type) -> MeasurementObject? {
    guard case .record(let fields) = portable, fields.count == 2,
      case .string(let symbol)? = fields.first(where: { $0.name == "unit" })?.value,
      let unit = FoundationLibrary.unit(symbol, of: type.argument(0).libraryName)
    else { return nil }
    let object = UnitObject(unit, type: type.argument(0))
    switch fields.first(where: { $0.name == "value" })?.value {
    case .double(let value): return MeasurementObject(value, object, type: type)
    case .int(let value): return MeasurementObject(Double(value), object, type: type)
    default: return nil
    }
  }

  override func isEqual(to other: NativeObject) -> Bool {
    (other as? MeasurementObject).map { measurement == $0.measurement } ?? false
  }
  override func hash(into hasher: inout Hasher) { hasher.combine(measurement) }
  func precedes(_ other: NativeObject) -> Bool {
    (other as? MeasurementObject).map { measurement < $0.measurement } ?? false
  }

  func combined(_ operation: Arithmetic.Operator, _ other: Value) throws(Abort) -> Value {
    if let right = other.measured {
      let result = operation == .subtract ? measurement - right.measurement : measurement + right.measurement
      return .native(MeasurementObject(result.value, result.unit == unit.unit ? unit : unit.base, type: type))
    }
    let factor = other.number
    return .native(
      MeasurementObject(
        operation == .divide ? measurement.value / factor : measurement.value * factor, unit, type: type))
  }
}

extension Value {
  /// The measurement, where it may be a number instead.
  fileprivate var measured: MeasurementObject? {
    if case .native(let object) = unboxed { return object as? MeasurementObject }
    return nil
  }
}

extension UnitObject {
  /// The unit that Foundation adds different ones in.
  fileprivate var base: UnitObject { UnitObject(Swift.type(of: unit).baseUnit(), type: type) }
}

extension FoundationLibrary {
  private static let kinds: [(name: String, units: [(String, Dimension)])] = [
    (
      "UnitLength",
      [
        ("kilometers", UnitLength.kilometers), ("meters", UnitLength.meters), ("centimeters", UnitLength.centimeters),
        ("millimeters", UnitLength.millimeters), ("miles", UnitLength.miles), ("yards", UnitLength.yards),
        ("feet", UnitLength.feet), ("inches", UnitLength.inches), ("nauticalMiles", UnitLength.nauticalMiles),
      ]
    ),
    (
      "UnitMass",
      [
        ("kilograms", UnitMass.kilograms), ("grams", UnitMass.grams), ("milligrams", UnitMass.milligrams),
        ("metricTons", UnitMass.metricTons), ("pounds", UnitMass.pounds), ("ounces", UnitMass.ounces),
        ("stones", UnitMass.stones),
      ]
    ),
    (
      "UnitTemperature",
      [
        ("celsius", UnitTemperature.celsius), ("fahrenheit", UnitTemperature.fahrenheit),
        ("kelvin", UnitTemperature.kelvin),
      ]
    ),
    (
      "UnitDuration",
      [
        ("hours", UnitDuration.hours), ("minutes", UnitDuration.minutes), ("seconds", UnitDuration.seconds),
        ("milliseconds", UnitDuration.milliseconds),
      ]
    ),
    (
      "UnitSpeed",
      [
        ("metersPerSecond", UnitSpeed.metersPerSecond), ("kilometersPerHour", UnitSpeed.kilometersPerHour),
        ("milesPerHour", UnitSpeed.milesPerHour), ("knots", UnitSpeed.knots),
      ]
    ),
    (
      "UnitVolume",
      [
        ("liters", UnitVolume.liters), ("milliliters", UnitVolume.milliliters), ("cubicMeters", UnitVolume.cubicMeters),
        ("gallons", UnitVolume.gallons), ("cups", UnitVolume.cups), ("teaspoons", UnitVolume.teaspoons),
        ("tablespoons", UnitVolume.tablespoons),
      ]
    ),
    (
      "UnitArea",
      [
        ("squareKilometers", UnitArea.squareKilometers), ("squareMeters", UnitArea.squareMeters),
        ("squareFeet", UnitArea.squareFeet), ("hectares", UnitArea.hectares), ("acres", UnitArea.acres),
      ]
    ),
    (
      "UnitEnergy",
      [
        ("joules", UnitEnergy.joules), ("kilojoules", UnitEnergy.kilojoules), ("calories", UnitEnergy.calories),
        ("kilocalories", UnitEnergy.kilocalories), ("kilowattHours", UnitEnergy.kilowattHours),
      ]
    ),
    (
      "UnitAngle", [("degrees", UnitAngle.degrees), ("radians", UnitAngle.radians)]
    ),
  ]

  fileprivate static func unit(_ symbol: String, of kind: String?) -> Dimension? {
    kinds.first { $0.name == kind }?.units.first { $0.1.symbol == symbol }?.1
  }

  /// The unit that what is measured in a kind of them is converted by.
  static func baseSymbol(of kind: String?) -> String? {
    kinds.first { $0.name == kind }.map { type(of: $0.units[0].1).baseUnit().symbol }
  }

  static let measurementTypes: [String: @Sendable () -> LibraryType] = {
    var types: [String: @Sendable () -> LibraryType] = [
      "Unit": {
        LibraryType(
          "class Unit: Hashable {}",
          [unary("var symbol: String { get }") { .string($0.object(UnitObject.self)?.unit.symbol ?? "") }])
      },
      "Dimension": { LibraryType("class Dimension: Unit {}") },
      "Measurement": { LibraryType(measurementHeader, measurement()) },
    ]
    for kind in kinds.map(\.name) { types[kind] = { unitTable(kind) } }
    return types
  }()

  private static let measurementHeader = """
    struct Measurement<UnitType: Unit>: Comparable, Hashable, CustomStringConvertible, Sendable {}
    """

  private static func unitTable(_ kind: String) -> LibraryType {
    let units = kinds.first { $0.name == kind }?.units ?? []
    return LibraryType(
      "final class \(kind): Dimension {}",
      units.map { name, unit in
        contextual("static var \(name): \(kind) { get }") { .native(UnitObject(unit, type: $0.result)) }
      })
  }

  private static func measurement() -> [LibraryEntry] {
    func converted(_ call: NativeCall) -> MeasurementObject? {
      guard let own = call[0].object(MeasurementObject.self), let unit = call[1].object(UnitObject.self) else {
        return nil
      }
      return MeasurementObject(own.measurement.converted(to: unit.unit).value, unit, type: own.type)
    }
    return [
      contextual("init(value: Double, unit: UnitType)") { call in
        guard let unit = call[1].object(UnitObject.self) else { return .void }
        return .native(MeasurementObject(call[0].number, unit, type: call.result))
      },
      unary("var value: Double { get }") { .double($0.object(MeasurementObject.self)?.measurement.value ?? 0) },
      unary("var unit: UnitType { get }") { value in
        value.object(MeasurementObject.self).map { .native($0.unit) } ?? .void
      },
      contextual("func converted(to otherUnit: UnitType) -> Measurement<UnitType> where UnitType: Dimension") { call in
        converted(call).map { .native($0) } ?? .void
      },
      unary("var description: String { get }") { .string($0.object(MeasurementObject.self)?.text ?? "") },
    ]
  }

  static func measurementOperators() -> [LibraryEntry] {
    func operation(_ signature: String, _ operation: Arithmetic.Operator) -> LibraryEntry {
      binary(signature) { left, right throws(Abort) in
        if let own = left.measured { return try own.combined(operation, right) }
        return try right.measured?.combined(operation, left) ?? .void
      }
    }
    let bound = "<UnitType: Dimension>"
    let type = "Measurement<UnitType>"
    return [
      operation("func + \(bound)(lhs: \(type), rhs: \(type)) -> \(type)", .add),
      operation("func - \(bound)(lhs: \(type), rhs: \(type)) -> \(type)", .subtract),
      operation("func * <UnitType: Unit>(lhs: \(type), rhs: Double) -> \(type)", .multiply),
      operation("func * <UnitType: Unit>(lhs: Double, rhs: \(type)) -> \(type)", .multiply),
      operation("func / <UnitType: Unit>(lhs: \(type), rhs: Double) -> \(type)", .divide),
    ]
  }
}
