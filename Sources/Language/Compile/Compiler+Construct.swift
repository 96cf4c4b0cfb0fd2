/// Making records and instances.
extension FunctionCompiler {
  /// - Parameter callee: what stands before the parentheses: a type, `self.init`, `super.init`, a metatype value.
  func construct(_ callee: Expr?, _ choice: Choice, _ arguments: [ArgumentCode], _ expression: Expr) -> Code {
    let declaration = choice.declaration
    let location = location(expression.span)
    guard let owner = declaration.owner else { return constant(.void) }
    let codes = arguments.map(\.code)
    if case .native(let native) = declaration.implementation {
      // What is derived for the superclass fills the object at hand.
      if let callee, delegates(callee), let own = callee.local {
        if own.type.nominal?.isUserType != true { return delegate(native, choice, arguments, own, expression) }
        if own.type.isClass { return delegate(choice, codes, callee, location) }
      }
      // `type.init(from: decoder)`: which type that is, the metatype's value says.
      if let callee, isDynamic(callee, owner) { return constructDynamically(callee, choice, codes, location) }
      return invoke(native, choice, arguments, receiver: nil, expression)
    }
    // `super.init(…)` and `self.init(…)` go on with the object at hand.
    if let callee, case .member(let base, _) = callee.kind, !isMetatypeValue(callee) {
      return constructMember(base, choice, codes, expression)
    }
    if let callee, delegates(callee) { return delegate(choice, codes, callee, location) }
    if let callee, owner.kind == .classType, let own = ownType(callee) {
      return constructDynamically(own, choice, codes, location)
    }
    if let callee, isDynamic(callee, owner) { return constructDynamically(callee, choice, codes, location) }
    if let base = choice.base, base.hasParameters, base.nominal == nil {
      return constructDynamically(metatype(base), choice, codes, location)
    }
    let make = maker(owner, choice)
    let types = madeTypes(choice)
    if owner.isObservableObject, !codes.isEmpty {
      let machine = machine
      return { frame throws(Abort) in
        // An object that is made for an argument is not the one that a name is about to stand for.
        let making = machine.program.construction
        machine.program.construction = nil
        let values = try codes.values(frame)
        machine.program.construction = making
        do throws(Abort) { return try make(values, types(frame)) } catch { throw error.at(location) }
      }
    }
    return { frame throws(Abort) in
      let values = try codes.values(frame)
      do throws(Abort) { return try make(values, types(frame)) } catch { throw error.at(location) }
    }
  }

  /// The arguments of the generic type that is made, and what the initialiser's own parameters stand for: `self` tells both.
  private func madeTypes(_ choice: Choice) -> (Frame) -> TypeArguments? {
    let ofType = argumentsOfType(choice)
    guard let own = typeArguments(choice, of: choice.declaration.generics) else { return ofType }
    return { frame in
      let given = own(frame).typeArguments?.substitution ?? [:]
      return TypeArguments((ofType(frame)?.substitution ?? [:]).merging(given) { first, _ in first })
    }
  }

  private func argumentsOfType(_ choice: Choice) -> (Frame) -> TypeArguments? {
    guard let base = choice.base, base.hasParameters, let reified = reified(base) else {
      let types = TypeArguments.of(choice.base)
      return { _ in types }
    }
    return { frame in TypeArguments.of(reified(frame)) }
  }

  /// `call(base, init)`: the callee is `base.init` spelled out.
  func constructMember(_ base: Expr, _ choice: Choice, _ codes: [Code], _ expression: Expr) -> Code {
    let location = location(expression.span)
    if delegates(base) { return delegate(choice, codes, base, location) }
    guard let owner = choice.declaration.owner else { return constant(.void) }
    if isDynamic(base, owner) { return constructDynamically(base, choice, codes, location) }
    let make = maker(owner, choice)
    let types = madeTypes(choice)
    return { frame throws(Abort) in
      let values = try codes.values(frame)
      do throws(Abort) { return try make(values, types(frame)) } catch { throw error.at(location) }
    }
  }

  /// `Self` in a class: the type of the object at hand.
  private func ownType(_ callee: Expr) -> Code? {
    guard case .name(let name) = callee.kind, name.text == "Self", let own = context.selfVariable else { return nil }
    let read = read(own)
    return { frame throws(Abort) in
      guard case .instance(let instance) = try read(frame) else { return try read(frame) }
      return .metatype(TypeBox(.nominal(instance.type, instance.type.genericParameters.map { _ in .hole })))
    }
  }

  /// Which type is made is known only when it is: a metatype's value says it, or the type of a generic parameter.
  private func isDynamic(_ callee: Expr, _ owner: Nominal) -> Bool {
    guard owner.kind == .classType || owner.kind == .protocolType else { return false }
    if case .metatype(let instance) = callee.type, instance.hasParameters, instance.nominal == nil { return true }
    return isMetatypeValue(callee)
  }

  /// A metatype that is computed, not the name of a type.
  private func isMetatypeValue(_ expression: Expr) -> Bool {
    guard case .metatype = expression.type else { return false }
    switch expression.kind {
    case .call, .subscripted, .forceUnwrap, .bindOptional, .optionalChain, .ternary, .asType, .attempt, .await:
      return true
    case .tuple(let items) where items.count == 1: return isMetatypeValue(items[0].value)
    default: break
    }
    return expression.local != nil || expression.choice?.declaration.kind == .variable
  }

  /// `type.init(…)` where only the metatype's value knows which type it is.
  private func constructDynamically(_ base: Expr, _ choice: Choice, _ codes: [Code], _ location: Location) -> Code {
    let metatype =
      if !isMetatypeValue(base), case .metatype(let instance) = base.type { metatype(instance) } else { compile(base) }
    return constructDynamically(metatype, choice, codes, location)
  }

  private func constructDynamically(
    _ metatype: @escaping Code, _ choice: Choice, _ codes: [Code], _ location: Location
  ) -> Code {
    let declaration = choice.declaration
    let machine = machine
    let environment = environment
    return { frame throws(Abort) in
      guard case .metatype(let box) = try metatype(frame).unboxed, let nominal = box.type.nominal else {
        throw Abort.fault("this type cannot be made here").at(location)
      }
      var values: [Value] = []
      for code in codes { values.append(try code(frame)) }
      do throws(Abort) {
        return try machine.make(nominal, box.type, declaration, values, environment)
      } catch { throw error.at(location) }
    }
  }

  private func delegates(_ base: Expr) -> Bool {
    if case .superReference = base.kind { return true }
    if case .name(let name) = base.kind, name.text == "self", base.local?.isSelf == true {
      if case .metatype = base.type { return false }
      return true
    }
    return false
  }

  private func delegate(_ choice: Choice, _ codes: [Code], _ base: Expr, _ location: Location) -> Code {
    let isOwn = if case .superReference = base.kind { false } else { true }
    guard let own = base.local, let owner = choice.declaration.owner else { return constant(.void) }
    let read = read(own)
    let assign = place(own).write
    let machine = machine
    let isFailable = choice.declaration.isFailable
    let declaration = choice.declaration
    let environment = environment
    let make = maker(owner, choice)
    let types = madeTypes(choice)
    let isGeneric = !choice.declaration.generics.isEmpty
    return { frame throws(Abort) in
      let values = try codes.values(frame)
      do throws(Abort) {
        if case .instance(let instance) = try read(frame) {
          let actual = isOwn ? declaration.inherited(by: instance.type) : declaration
          if isGeneric, let given = types(frame) {
            let known = instance.typeArguments?.substitution ?? [:]
            instance.typeArguments = TypeArguments(known.merging(given.substitution) { first, _ in first })
          }
          let outcome = try machine.initialize(instance, actual, values)
          if isFailable, outcome.isNull { throw Abort.missing }
          return .void
        }
        // In an initialiser that an extension of a protocol has, `self` is the type until there is a value.
        if owner.kind == .protocolType, case .metatype(let box) = try read(frame), let nominal = box.type.nominal {
          let made = try machine.make(nominal, box.type, declaration, values, environment)
          if isFailable, made.isNull { throw Abort.missing }
          try assign(frame, made)
          return .void
        }
        let made = try make(values, types(frame))
        if isFailable, made.isNull { throw Abort.missing }
        try assign(frame, made)
        return .void
      } catch { throw error.at(location) }
    }
  }

  /// `self.init(…)` in an initialiser that an extension of one of the library's types has: there is no value before it.
  private func delegate(
    _ native: Native, _ choice: Choice, _ arguments: [ArgumentCode], _ own: LocalVariable, _ expression: Expr
  ) -> Code {
    let make = invoke(native, choice, arguments, receiver: nil, expression)
    let assign = place(own).write
    let isFailable = choice.declaration.isFailable
    return { frame throws(Abort) in
      let made = try make(frame)
      if isFailable, made.isNull { throw Abort.missing }
      try assign(frame, made)
      return .void
    }
  }

  /// A function from arguments to a new value of the type.
  func maker(_ owner: Nominal, _ choice: Choice) -> ([Value], TypeArguments?) throws(Abort) -> Value {
    let declaration = choice.declaration
    let machine = machine
    if owner.kind == .protocolType, let base = choice.base, let nominal = base.nominal {
      let environment = environment
      return { values, _ throws(Abort) in try machine.make(nominal, base, declaration, values, environment) }
    }
    switch declaration.implementation {
    case .derived(.initRawValue):
      return { values, _ throws(Abort) in
        guard let raw = values.first, let found = owner.cases.first(where: { $0.rawValue == raw }) else { return .null }
        return .choice(found)
      }
    case .memberwise:
      let make = memberwise(owner)
      return { values, types throws(Abort) in
        let made = try make(values, types)
        if let types, case .record(let record) = made { record.typeArguments = types }
        return made
      }
    case .native(let native):
      return { values, _ throws(Abort) in try machine.invoke(native, values, result: declaration.result) }
    default: break
    }
    switch owner.kind {
    case .classType where owner.isUserType || owner.has(.inheritable):
      // The type named at the call may be a subclass that inherits the initialiser.
      let type = (choice.base?.nominal ?? owner)
      return { values, types throws(Abort) in
        let instance = Instance(type, machine)
        instance.typeArguments = types
        let outcome = try machine.initialize(instance, declaration, values)
        if outcome.isNull, declaration.isFailable { return .null }
        return .instance(instance)
      }
    default:
      guard case .function(let context) = declaration.implementation else {
        return { _, _ throws(Abort) in throw .fault("'\(owner.name)' cannot be made here") }
      }
      let function = machine.compiled(context)
      let fields = initialFields(owner)
      let isRecord = owner.kind == .structure
      return { values, types throws(Abort) in
        var own = Value.void
        if !isRecord {
          // Until there is a value, the type stands for it: it knows what its parameters are.
          if let types { own = .metatype(TypeBox(owner.selfType.substituting(types.substitution))) }
        } else {
          let record = Record(owner, try fields(types))
          record.typeArguments = types
          own = .record(record)
        }
        if let types, !isRecord { return try machine.call(function, [own] + values, types: .native(types)) }
        return try machine.call(function, captures: [], [own] + values)
      }
    }
  }

  /// A record's fields before `init` runs: initial values where there are some.
  private func initialFields(_ owner: Nominal) -> (TypeArguments?) throws(Abort) -> [Value] {
    let machine = machine
    let initial = owner.storedProperties.map { property in
      (property.initial.map { machine.compiled($0) }, property.type.wrapped != nil && !property.isLet, property.isLazy)
    }
    return { types throws(Abort) in
      var fields: [Value] = []
      fields.reserveCapacity(initial.count)
      for (function, isOptional, isLazy) in initial {
        if let function, !isLazy {
          fields.append(try machine.initialValue(function, types))
        } else {
          fields.append(isOptional && !isLazy ? .null : .void)
        }
      }
      return fields
    }
  }

  private func memberwise(_ owner: Nominal) -> ([Value], TypeArguments?) throws(Abort) -> Value {
    let fields = initialFields(owner)
    let isDirect = owner.storedProperties.allSatisfy {
      !($0.isLet && $0.initial != nil) && !$0.isLazy && $0.initial == nil
    }
    let properties = owner.memberwiseProperties
    if isDirect, properties.allSatisfy({ $0.wrapping == nil }) {
      let count = properties.count
      // Without arguments at all it is the empty initialiser of a struct whose properties are all optional.
      return { values, types throws(Abort) in
        .record(Record(owner, values.count == count ? values : try fields(types)))
      }
    }
    let machine = machine
    let slots = properties.map { ($0.slot, $0.wrapping.map { machine.compiled($0) }, $0.declaration.result.nominal) }
    return { values, types throws(Abort) in
      var result = try fields(types)
      for ((slot, wrapping, wrapper), value) in zip(slots, values) {
        // A default is the wrapper itself.
        if let wrapping, machine.dynamicType(value, .hole).nominal !== wrapper {
          result[slot] = try machine.call(wrapping, captures: [], value)
        } else {
          result[slot] = value
        }
      }
      return .record(Record(owner, result))
    }
  }
}

extension Declaration {
  /// The initialiser a subclass has in place of this one: inherited with its own properties' values, or overridden.
  func inherited(by type: Nominal) -> Declaration {
    for ancestor in type.lineage {
      if owner?.kind == .protocolType {
        if let met = ancestor.members["init"]?.first(where: { $0.resolved() && $0.labels == labels }) { return met }
        continue
      }
      if ancestor === owner { break }
      for candidate in ancestor.members["init"] ?? [] {
        candidate.resolved()
        guard candidate.labels == labels else { continue }
        if case .inheritedInit = candidate.implementation { return candidate }
        if candidate.isOverride || candidate.isRequired { return candidate }
      }
    }
    return self
  }
}

extension Machine {
  /// A value of a type that is known only now, by the initialiser that stands for `declaration` there.
  func make(
    _ nominal: Nominal, _ type: Type, _ declaration: Declaration, _ arguments: [Value], _ environment: TypeEnvironment
  ) throws(Abort) -> Value {
    if nominal.kind == .classType {
      let instance = Instance(nominal, self)
      instance.typeArguments = TypeArguments.of(type)
      let isExtension =
        if case .function = declaration.implementation { declaration.owner?.kind == .protocolType } else { false }
      let actual = isExtension ? declaration : declaration.inherited(by: nominal)
      let outcome = try initialize(instance, actual, arguments)
      return outcome.isNull && declaration.isFailable ? .null : .instance(instance)
    }
    if declaration.owner?.kind == .protocolType, case .function(let context) = declaration.implementation {
      return try call(compiled(context), captures: [], [.metatype(TypeBox(type))] + arguments)
    }
    let members = program.environment(for: nominal, environment).members(of: nominal, named: "init")
    let fitting = members.filter { $0.resolved() && $0.labels == declaration.labels }
    let types = declaration.parameters.map(\.type)
    if fitting.isEmpty, case .native(.contextual(let body)) = declaration.implementation {
      let site = CallSite(
        location: .unknown, file: SourceFile(SourceText(file: "", text: "")), span: .none, types: ["Self": type],
        result: type, parameterTypes: [])
      return try body(NativeCall(machine: self, arguments: arguments, site: site))
    }
    guard
      let actual = fitting.first(where: { $0.parameters.map(\.type) == types })
        ?? fitting.first(where: { !$0.generics.isEmpty && $0.isFailable == declaration.isFailable }) ?? fitting.first
    else {
      throw .fault("'\(nominal.name)' cannot be made here")
    }
    if case .native(let native) = actual.implementation { return try invoke(native, arguments, result: type) }
    let context = FunctionContext(
      .topLevel, name: "init", parent: nil, file: SourceFile(SourceText(file: "", text: "")), environment: environment,
      nominal: nil)
    let compiler = FunctionCompiler(CompiledFunction(context, self), self)
    let make = compiler.maker(nominal, Choice(declaration: actual, base: type, isOnMetatype: true))
    return try make(arguments, TypeArguments.of(type))
  }

  /// Runs an initialiser on an object that exists already. `.null` if a failable one gave up.
  func initialize(_ instance: Instance, _ declaration: Declaration, _ arguments: [Value]) throws(Abort) -> Value {
    guard program.ledger.enter(instance, in: program.registry.current) else {
      return try goOnInitializing(instance, declaration, arguments)
    }
    do throws(Abort) {
      let outcome = try goOnInitializing(instance, declaration, arguments)
      program.ledger.leave(isDone: !outcome.isNull || !declaration.isFailable)
      return outcome
    } catch {
      program.ledger.leave(isDone: false)
      throw error
    }
  }

  private func goOnInitializing(
    _ instance: Instance, _ declaration: Declaration, _ arguments: [Value]
  ) throws(Abort) -> Value {
    guard stack.hasRoom else { throw .nestedTooDeeply }
    switch declaration.implementation {
    case .function(let context):
      if !declaration.isConvenience, let owner = declaration.owner { try setInitialValues(instance, of: owner) }
      return try call(compiled(context), captures: [], [.instance(instance)] + arguments)
    case .implicitInit:
      if let owner = declaration.owner { try setInitialValues(instance, of: owner) }
      if let base = declaration.owner?.superclass?.nominal,
        let inherited = base.members["init"]?.first(where: { $0.parameters.isEmpty })
      {
        return try initialize(instance, inherited, [])
      }
      return .void
    case .inheritedInit(let inherited):
      if !declaration.isConvenience, let owner = declaration.owner { try setInitialValues(instance, of: owner) }
      return try initialize(instance, inherited, arguments)
    case .native: return try program.services.decode(into: instance, arguments, self)
    default: throw .fault("'\(instance.type.name)' cannot be made here")
    }
  }

  /// The initial values of the properties a class itself declares; a kept value takes their place.
  func setInitialValues(_ instance: Instance, of owner: Nominal) throws(Abort) {
    let inherited = owner.superclass?.nominal?.storedProperties.count ?? 0
    let store = instance.storeName
    for property in owner.storedProperties.dropFirst(inherited) {
      if property.isLazy { continue }
      if let store, let kept = program.keptValue(store, property, of: instance) {
        instance.slots[property.slot] = kept
        if let key = property.settingsKey {
          settings("").add(instance, property.slot, key)
          try settings("").set(key, settingsValue(kept), from: instance, self)
        }
        continue
      }
      if let key = property.settingsKey {
        settings("").add(instance, property.slot, key)
        if let given = settings("").value(key).flatMap({ setting($0, of: property) }) {
          instance.slots[property.slot] = given
          continue
        }
      }
      if let store, property.holdsObject {
        try setInitialObject(instance, property, in: store)
      } else if let initial = property.initial {
        instance.slots[property.slot] = try initialValue(compiled(initial), instance.typeArguments)
      } else if property.isWeak {
        instance.slots[property.slot] = .weak(WeakReference(.null))
      } else if !property.isLet, property.type.wrapped != nil {
        instance.slots[property.slot] = .null
      }
      if property.isWeak || property.isUnowned { instance.makeWeak(property.slot) }
    }
  }

  /// The first value of a store's property that holds an object: what is kept of the object is put in before its `init`.
  private func setInitialObject(_ instance: Instance, _ property: StoredProperty, in store: String) throws(Abort) {
    let place = store + "." + instance.type.keptNames[property.slot]
    let type = property.declaration.result
    if type.wrapped != nil, program.host.held(at: place) == .data(.null) {
      instance.slots[property.slot] = .null
    } else if let initial = property.initial {
      let outer = program.construction
      program.construction = Construction(
        at: place, wrapping: property.wrapped.map { store + "." + $0 }, type, program.host)
      defer { program.construction = outer }
      instance.slots[property.slot] = try initialValue(compiled(initial), instance.typeArguments)
    } else if !property.isLet, type.wrapped != nil {
      instance.slots[property.slot] = .null
    }
  }
}
