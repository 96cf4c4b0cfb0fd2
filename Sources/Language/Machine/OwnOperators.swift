/// The operators that types of the program bring, where generic code of the library or the program uses them by their
/// names: `<` for sorting, `+` for a sum.
///
/// They stand in the type, in an extension of it or of a protocol it conforms to, or at top level.
extension Value {
  /// The operator for values of this one's type; `nil` if it has none, as all types of the library.
  func ownOperator(_ name: String, operands count: Int = 2) -> FunctionValue? {
    declaringType?.ownOperator(name, count)
  }
}

extension Nominal {
  fileprivate func ownOperator(_ name: String, _ count: Int) -> FunctionValue? {
    if node == nil { return nil }
    let key = count == 1 ? "prefix " + name : name
    if let known = runtime.operators[key] { return known.isPlaceholder ? nil : known }
    guard let machine = home?.machine else { return nil }
    let found = operation(name, count, machine.program.environment).flatMap { function($0, machine) }
    runtime.operators[key] = found ?? FunctionValue.placeholder
    home?.note(searched: self)
    return found
  }

  private func operation(_ name: String, _ count: Int, _ environment: TypeEnvironment) -> Declaration? {
    for ancestor in lineage {
      let own = environment.members(of: ancestor, named: name).filter(\.isStatic)
      if let found = (own + environment.values(named: name)).first(where: { $0.isOperator(on: ancestor, count) }) {
        return found
      }
    }
    return inherited(name, environment) { $0.isStatic && $0.parameters.count == count }
  }
}

extension Declaration {
  /// Whether it is an operator on so many values of the type.
  func isOperator(on nominal: Nominal, _ count: Int) -> Bool {
    resolved()
    guard case .function = implementation else { return false }
    return parameters.count == count && parameters.allSatisfy { $0.type.nominal === nominal }
  }
}

extension Machine {
  /// A literal as a value of a type that is known only now: that of a generic parameter.
  func literal(_ value: Value, _ label: String, as type: Type, _ environment: TypeEnvironment) throws(Abort) -> Value {
    if let wrapped = type.wrapped { return try literal(value, label, as: wrapped, environment) }
    guard let nominal = type.nominal else { return value }
    if !nominal.isUserType {
      guard case .int(let number) = value else { return value }
      switch nominal.name {
      case "Double", "CGFloat": return .double(Double(number))
      case "Float": return .float(Float(number))
      default: return value
      }
    }
    let members = program.environment(for: nominal, environment).members(of: nominal, named: "init")
    guard let declaration = members.first(where: { $0.resolved() && $0.labels == [label] }) else { return value }
    return try make(nominal, type, declaration, [value], environment)
  }
}
