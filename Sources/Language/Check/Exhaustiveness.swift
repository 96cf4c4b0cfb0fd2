/// Whether a `switch` covers every value, by the classic matrix of patterns: a column is split by the constructors of
/// its type, until a row is left that covers all that is left, or nothing is left that could.
struct Exhaustiveness {
  let library: Library
  let environment: TypeEnvironment
  let requirements: [Requirement]

  enum Answer {
    case covered
    /// Patterns that are missing, none if they cannot be listed.
    case missing([String])
    /// There are patterns for which every way of finding out takes exponential time.
    case takesTooLong
  }

  private indirect enum Space {
    case any
    /// A constructor with its parts: an enum case, `some`, `true`, a tuple.
    case constructor(String, [Space])
    /// Matches something, but one cannot say what: literals, ranges, casts.
    case unknown

    var isAny: Bool { if case .any = self { true } else { false } }

    var hasUnknown: Bool {
      switch self {
      case .any: false
      case .unknown: true
      case .constructor(_, let parts): parts.contains(where: \.hasUnknown)
      }
    }
  }

  private typealias Row = [Space]

  private struct TooLong: Error {}

  init(library: Library, environment: TypeEnvironment, requirements: [Requirement]) {
    (self.library, self.environment, self.requirements) = (library, environment, requirements)
  }

  mutating func check(_ node: SwitchNode, _ type: Type) -> Answer {
    var rows: [Row] = []
    for clause in node.cases {
      for label in clause.labels where label.guardExpression == nil {
        let space = space(label.pattern, type)
        // What may match or not covers nothing.
        if !space.hasUnknown { rows.append([space]) }
      }
    }
    do throws(TooLong) {
      guard let constructors = constructors(of: type) else {
        return try covers(rows, [type]) ? .covered : .missing([])
      }
      // One level at a time, so that several missing cases are all named.
      let parts = Split(rows, column: 0)
      var missing: [String] = []
      for constructor in constructors
      where try !covers(parts.rows(of: constructor.name, constructor.parts.count), constructor.parts) {
        missing.append(constructor.written)
      }
      return missing.isEmpty ? .covered : .missing(missing)
    } catch { return .takesTooLong }
  }

  private struct Constructor {
    var name: String
    var parts: [Type]
    var written: String
  }

  private func constructors(of type: Type) -> [Constructor]? {
    if let wrapped = type.wrapped {
      return [
        Constructor(name: "some", parts: [wrapped], written: ".some(_)"),
        Constructor(name: "none", parts: [], written: ".none"),
      ]
    }
    if type == library.bool {
      return [
        Constructor(name: "true", parts: [], written: "true"), Constructor(name: "false", parts: [], written: "false"),
      ]
    }
    if case .tuple(let elements) = type {
      return [
        Constructor(
          name: "tuple", parts: elements.map(\.type),
          written: "(" + elements.map { _ in "_" }.joined(separator: ", ") + ")")
      ]
    }
    guard let nominal = type.nominal, nominal.kind == .enumeration, !nominal.cases.isEmpty else { return nil }
    return nominal.cases.map { enumCase in
      let parts = enumCase.payload.map {
        environment.resolve($0.type.substituting(nominal.substitution(type.genericArguments)), requirements)
      }
      let names = enumCase.payload.map { $0.label.map { "let \($0)" } ?? "_" }.joined(separator: ", ")
      return Constructor(
        name: enumCase.name + "/\(parts.count)", parts: parts,
        written: "." + enumCase.name + (parts.isEmpty ? "" : "(" + names + ")"))
    }
  }

  private func space(_ pattern: Pattern, _ type: Type) -> Space {
    switch pattern.kind {
    case .wildcard, .binding: return .any
    case .typed(let inner, _): return space(inner, type)
    case .tuple(let elements):
      guard case .tuple(let types) = type, types.count == elements.count else {
        return elements.isEmpty ? .any : .unknown
      }
      return .constructor("tuple", zip(elements, types).map { space($0.pattern, $1.type) })
    case .optionalSome(let inner): return .constructor("some", [space(inner, type.wrapped ?? .hole)])
    case .enumCase(_, _, let payload):
      guard let enumCase = pattern.enumCase, pattern.castType == nil else { return .unknown }
      let (inner, depth) = type.strippingOptionals
      guard let nominal = inner.nominal else { return .unknown }
      let types = enumCase.payload.map { $0.type.substituting(nominal.substitution(inner.genericArguments)) }
      var parts = Array(repeating: Space.any, count: types.count)
      if let payload {
        if payload.count == types.count {
          parts = zip(payload, types).map { space($0.pattern, $1) }
        } else if payload.count == 1, case .tuple(let elements) = payload[0].pattern.kind, elements.count == types.count
        {
          parts = zip(elements, types).map { space($0.pattern, $1) }
        } else if payload.count == 1, !payload[0].pattern.isIrrefutable {
          return .unknown
        }
      }
      var result = Space.constructor(enumCase.name + "/\(types.count)", parts)
      for _ in 0..<depth { result = .constructor("some", [result]) }
      return result
    case .expression(let expression):
      switch expression.kind {
      case .boolean(let value): return .constructor(value ? "true" : "false", [])
      case .nilLiteral: return .constructor("none", [])
      case .implicitMember(let name):
        if let nominal = type.nominal, let enumCase = nominal.cases.first(where: { $0.name == name.text }) {
          return .constructor(enumCase.name + "/\(enumCase.payload.count)", [])
        }
        return .unknown
      default: return .unknown
      }
    case .isType, .asType, .invalid:
      if let cast = pattern.castType, cast == type { return .any }
      return .unknown
    }
  }

  // MARK: The matrix

  /// Rows by what they have in one column, which is taken out. What the constructor has takes the place at the end.
  private struct Split {
    private var named: [String: [Row]] = [:]
    private var others: [Row] = []

    init(_ rows: [Row], column: Int) {
      for var row in rows {
        switch row.remove(at: column) {
        case .constructor(let name, let parts): named[name, default: []].append(row + parts)
        case .any: others.append(row)
        case .unknown: break
        }
      }
    }

    /// Those that match values of a constructor.
    func rows(of name: String, _ count: Int) -> [Row] {
      (named[name] ?? []) + others.map { $0 + Array(repeating: Space.any, count: count) }
    }

    func names(_ constructor: Constructor) -> Bool { named[constructor.name] != nil }

    /// Those that match values of any constructor.
    var rowsOfOthers: [Row] { others }
  }

  /// Parts of patterns looked at, of one `switch`: some tenths of a second.
  private var work = 0
  private static let workMax = 2_000_000

  /// Whether the rows match all values of their columns' types.
  private mutating func covers(_ rows: [Row], _ types: [Type]) throws(TooLong) -> Bool {
    work += rows.count * (types.count + 1) + 1
    guard work <= Self.workMax, StackGuard.hasRoom else { throw TooLong() }
    if rows.isEmpty { return false }
    if rows.contains(where: { $0.allSatisfy(\.isAny) }) { return true }
    // Where most rows say something, most rows go.
    let counts = types.indices.map { column in rows.count { !$0[column].isAny } }
    let column = types.indices.max { counts[$0] < counts[$1] }!
    var rest = types
    let type = rest.remove(at: column)
    let parts = Split(rows, column: column)
    let constructors = constructors(of: type) ?? []
    for constructor in constructors where parts.names(constructor) {
      let inner = rest + constructor.parts
      guard try covers(parts.rows(of: constructor.name, constructor.parts.count), inner) else { return false }
    }
    if !constructors.isEmpty, constructors.allSatisfy(parts.names) { return true }
    return try covers(parts.rowsOfOthers, rest)
  }
}
