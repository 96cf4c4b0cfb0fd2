// A text in the OpenMetrics format, version 1.0: families of metrics, each with what it means, and an end.

struct Exposition {
  enum Kind: String {
    case gauge, counter, info, histogram
  }

  enum Number {
    case int(Int)
    case double(Double)
    /// Digits, where there are more than an integer has.
    case digits(String)

    var text: String {
      switch self {
      case .int(let value): String(value)
      case .digits(let text): text
      case .double(let value) where value.isNaN: "NaN"
      case .double(let value) where value.isInfinite: value < 0 ? "-Inf" : "+Inf"
      case .double(let value): value.description
      }
    }
  }

  struct Sample {
    var labels: [(name: String, value: String)] = []
    var number: Number

    init(_ number: Number, _ labels: [(name: String, value: String)] = []) {
      self.number = number
      self.labels = labels
    }
  }

  static let contentType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

  private var lines = ""

  /// A family, if there is something of it. A unit is the end of its name.
  mutating func add(_ name: String, _ kind: Kind, unit: String? = nil, _ help: String, _ samples: [Sample]) {
    guard !samples.isEmpty else { return }
    head(name, kind, unit: unit, help)
    let suffix = kind == .counter ? "_total" : kind == .info ? "_info" : ""
    for sample in samples { line(name + suffix, sample) }
  }

  /// A histogram of one distribution.
  /// - Parameter buckets: how many there are up to each bound.
  mutating func add(
    histogram name: String, unit: String, _ help: String, buckets: [(bound: Double, count: Int)], count: Int,
    sum: Double
  ) {
    head(name, .histogram, unit: unit, help)
    for (bound, count) in buckets + [(.infinity, count)] {
      line(name + "_bucket", Sample(.int(count), [("le", Number.double(bound).text)]))
    }
    line(name + "_count", Sample(.int(count)))
    line(name + "_sum", Sample(.double(sum)))
  }

  /// All of it.
  var text: String { lines + "# EOF\n" }

  private mutating func head(_ name: String, _ kind: Kind, unit: String?, _ help: String) {
    precondition(unit.map { name.hasSuffix("_" + $0) } ?? true, "the unit of \(name) is not in its name")
    lines += "# TYPE \(name) \(kind.rawValue)\n"
    if let unit { lines += "# UNIT \(name) \(unit)\n" }
    lines += "# HELP \(name) \(Self.escaped(help))\n"
  }

  /// A label without a value is none.
  private mutating func line(_ name: String, _ sample: Sample) {
    let labels = sample.labels.filter { !$0.value.isEmpty }.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
    lines += name + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}") + " \(sample.number.text)\n"
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
