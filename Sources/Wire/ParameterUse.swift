/// What a request does by one of its parameters, as the shapes of the method's parameters say.
public enum ParameterUse: Hashable, Sendable {
  case reads(String)
  case writes(String)
  /// Runs the source in the parameter of this name.
  case runs(parameter: String)
}

extension ObjectSchema {
  /// What the parameters of a request read, write and run, in the order of the fields. What has another shape than its
  /// field says is left out: decoding refuses it.
  public func uses(in params: JSONView) -> [ParameterUse] {
    var found: [ParameterUse] = []
    collect(params, into: &found)
    return found
  }

  fileprivate func collect(_ object: JSONView, into found: inout [ParameterUse]) {
    for field in fields {
      guard let value = object[field.name] else { continue }
      field.shape.collect(value, field.name, into: &found)
    }
  }
}

extension Shape {
  fileprivate func collect(_ value: JSONView, _ name: StaticString, into found: inout [ParameterUse]) {
    switch self {
    case .path(let use):
      guard let path = value.string.map(PathText.plain) else { return }
      found.append(use == .reads ? .reads(path) : .writes(path))
    case .source:
      if value.string != nil { found.append(.runs(parameter: name.description)) }
    case .list(let element):
      for view in value.elements { element.collect(view, name, into: &found) }
    case .object(let schema):
      schema.collect(value, into: &found)
    case .either(let shapes):
      for shape in shapes { shape.collect(value, name, into: &found) }
    case .bool, .int, .count, .number, .string, .time, .duration, .any, .choice: break
    }
  }
}
