/// Descriptions in a running program: types of the program may describe themselves.
extension Machine {
  var describer: Describer {
    var result = Describer()
    result.describeInstance = { [self] value, type, kind throws(Abort) in
      guard let nominal = type.nominal, nominal.isUserType else { return nil }
      let wanted = kind == .description ? "CustomStringConvertible" : "CustomDebugStringConvertible"
      guard
        let conformance = program.environment.protocols(of: nominal).first(where: {
          $0.proto.name == wanted && $0.proto.library != nil
        }), hold(conformance.conditions, of: nominal, for: type)
      else { return nil }
      let name = kind == .description ? "description" : "debugDescription"
      guard case .string(let text)? = try member(named: name, of: value) else { return nil }
      return text
    }
    result.describeOther = { [self] value throws(Abort) in try program.services.describe(value, self) }
    return result
  }

  /// As `print` writes it.
  func describe(_ value: Value, _ type: Type) throws(Abort) -> String {
    switch value {
    case .string(let text) where type.wrapped == nil: return text
    case .int(let number) where type == library.int: return String(number)
    default: return try describer.description(of: value, type: type)
    }
  }

  /// As it is written inside a collection, and by `debugPrint`.
  func describeInside(_ value: Value, _ type: Type = .hole) throws(Abort) -> String {
    try describer.debugDescription(of: value, type: type)
  }

  /// As the prompt shows a value: as inside another, but without the module, which no program here is written in.
  func describeResult(_ value: Value, _ type: Type) throws(Abort) -> String {
    var describer = describer
    describer.module = ""
    return try describer.debugDescription(of: value, type: type)
  }

  /// A property that the value's own type, or an extension of a protocol it conforms to, declares; `nil` if none does.
  func member(named name: String, of value: Value) throws(Abort) -> Value? {
    guard let nominal = dynamicType(value, .hole).nominal, nominal.isUserType else { return nil }
    let environment = program.environment
    var candidates: [Declaration] = nominal.lineage.flatMap { environment.members(of: $0, named: name) }
    for conformance in environment.protocols(of: nominal) {
      candidates += environment.members(of: conformance.proto, named: name).filter {
        $0.declaredIn?.isLibrary == false && hold($0.requirements, of: conformance.proto, for: nominal.selfType)
      }
    }
    candidates = candidates.filter {
      !$0.isStatic && $0.kind == .variable && !$0.implementation.isRequirement
    }
    guard var found = candidates.first else { return nil }
    // Of the extensions of one protocol, the one that asks for most.
    for other in candidates where other.owner === found.owner && other.requirements.count > found.requirements.count {
      found = other
    }
    return try activate { () throws(Abort) in try get(found, of: value, [], environment) }
  }
}

extension Machine {
  /// What `dump` writes.
  func dump(_ value: Value, _ type: Type, name: String?) throws(Abort) -> String {
    try describer.dump(value, type: type, name: name)
  }
}
