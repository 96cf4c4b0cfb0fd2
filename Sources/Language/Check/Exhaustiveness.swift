/// Whether a `switch` covers every value, by the classic matrix of patterns: a column is split by the constructors of
/// its type, until a row is left that nothing covers.
struct Exhaustiveness {
  let library: Library
  let environment: TypeEnvironment
  let requirements: [Requirement]

  private indirect enum Space {
    case any
    /// A constructor with its parts: an enum case, `some`, `true`, a tuple.
    case constructor(String, [Space])
    /// Matches something, but one cannot say what: literals, ranges, casts.
    case unknown
  }

  private static let rowsMax = 4_000

  /// `nil` if everything is covered; else patterns that are missing, none if they cannot be listed.
  func missing(_ node: SwitchNode, _ type: Type) -> [String]? {
    var rows: [[Space]] = []
    for clause in node.cases {
      for label in clause.labels where label.guardExpression == nil { rows.append([space(label.pattern, type)]) }
    }
    // One level at a time, so that several missing cases are all named.
    if let constructors = constructors(of: type) {
      var result: [String] = []
      for constructor in constructors {
        let specialised = specialise(rows, constructor.name, constructor.parts.count)
        if uncovered(specialised, constructor.parts) != nil { result.append(constructor.written) }
      }
      return result.isEmpty ? nil : result
    }
    return uncovered(rows, [type]) == nil ? nil : []
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

  /// The rows that match a constructor, with its parts in place of the first column.
  private func specialise(_ rows: [[Space]], _ name: String, _ arity: Int) -> [[Space]] {
    rows.compactMap { row in
      switch row[0] {
      case .any: Array(repeating: Space.any, count: arity) + row.dropFirst()
      case .constructor(name, let parts): parts + row.dropFirst()
      case .constructor, .unknown: nil
      }
    }
  }

  /// Some row of types that no pattern row covers; `nil` if all are covered.
  private func uncovered(_ rows: [[Space]], _ types: [Type]) -> [Type]? {
    if rows.count > Self.rowsMax { return nil }
    guard let first = types.first else { return rows.isEmpty ? [] : nil }
    if let constructors = constructors(of: first),
      rows.contains(where: { if case .constructor = $0[0] { true } else { false } })
    {
      for constructor in constructors {
        let rest = uncovered(
          specialise(rows, constructor.name, constructor.parts.count), constructor.parts + types.dropFirst())
        if rest != nil { return types }
      }
      return nil
    }
    let open = rows.compactMap { row -> [Space]? in
      if case .any = row[0] { return Array(row.dropFirst()) }
      return nil
    }
    return uncovered(open, Array(types.dropFirst())) == nil ? nil : types
  }
}
