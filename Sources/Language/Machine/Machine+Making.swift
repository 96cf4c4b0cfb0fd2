/// Values of the program's types that the library makes: decoders do.
extension Machine {
  /// A new value of a type by one of its initialisers. `.null` if a failable one gave up.
  func make(
    _ nominal: Nominal, _ declaration: Declaration, _ arguments: [Value], as type: Type? = nil
  ) throws(Abort) -> Value {
    try activate { () throws(Abort) in
      if nominal.kind == .classType {
        let instance = Instance(nominal, self)
        instance.typeArguments = TypeArguments.of(type)
        try setInitialValues(instance, below: declaration.owner)
        let outcome = try initialize(instance, declaration, arguments)
        return outcome.isNull && declaration.isFailable ? .null : .instance(instance)
      }
      guard case .function(let context) = declaration.implementation else {
        throw .fault("'\(nominal.name)' cannot be made here")
      }
      if nominal.kind == .enumeration {
        // Until there is a value, the type stands for it: it knows what its parameters are.
        return try call(compiled(context), captures: [], [type.map { .metatype(TypeBox($0)) } ?? .void] + arguments)
      }
      let types = TypeArguments.of(type)
      let record = Record(nominal, try initialFields(nominal, types))
      record.typeArguments = types
      return try call(compiled(context), captures: [], [.record(record)] + arguments)
    }
  }

  /// A record's fields before anything is read into them.
  func initialFields(_ nominal: Nominal, _ types: TypeArguments? = nil) throws(Abort) -> [Value] {
    var fields: [Value] = []
    for property in nominal.storedProperties {
      if let initial = property.initial, !property.isLazy {
        fields.append(try initialValue(compiled(initial), types))
      } else {
        fields.append(property.type.wrapped != nil && !property.isLet && !property.isLazy ? .null : .void)
      }
    }
    return fields
  }

  /// - Parameter types: what the generic parameters of the property's type stand for.
  @inline(__always)
  func initialValue(_ body: CompiledFunction, _ types: TypeArguments?) throws(Abort) -> Value {
    guard let types else { return try call(body, captures: [], []) }
    return try call(body, [], types: .native(types))
  }

  /// The initial values of all properties of an object, a superclass' first.
  func setAllInitialValues(_ instance: Instance) throws(Abort) {
    for ancestor in instance.type.lineage.reversed() { try setInitialValues(instance, of: ancestor) }
  }

  /// Those of the classes between the object's own and the one whose initialiser is run.
  private func setInitialValues(_ instance: Instance, below owner: Nominal?) throws(Abort) {
    for ancestor in instance.type.lineage.prefix(while: { $0 !== owner }).reversed() {
      try setInitialValues(instance, of: ancestor)
    }
  }
}
