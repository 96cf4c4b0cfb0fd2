/// Members as values and as places.
extension FunctionCompiler {
  func name(_ expression: Expr) -> Code {
    if case .name(let name) = expression.kind, name.text == "Self", let own = expression.local, own.isSelf {
      return ownClass(read(own))
    }
    if let choice = expression.choice {
      let declaration = choice.declaration
      if let own = expression.local, own.isSelf, declaration.owner != nil, !choice.isOnMetatype {
        if declaration.kind == .variable { return place(expression).read }
        return methodReference(choice, receiver: read(own), expression)
      }
      // A class member by its name: the subclass that the function is called on may have another.
      if let own = classSelf(expression), case .accessors(let getter, _) = declaration.implementation {
        return overridableStatic(declaration, getter, own, expression)
      }
      return reference(choice, expression)
    }
    if let variable = expression.local { return read(variable) }
    if case .metatype(let instance) = expression.type { return metatype(instance) }
    return constant(.void)
  }

  /// The class that a class member is called on, where another one is meant by its name alone.
  func classSelf(_ name: Expr) -> Code? {
    guard let declaration = name.choice?.declaration, name.choice?.isOnMetatype == true, declaration.isStatic,
      declaration.owner?.kind == .classType, let own = name.local, own.isSelf, context.isStatic || own.owner.isStatic
    else { return nil }
    return read(own)
  }

  /// The class of an object, or the class that a static member is called on.
  private func ownClass(_ own: @escaping Code) -> Code {
    { frame throws(Abort) in
      switch try own(frame) {
      case .instance(let instance): .metatype(TypeBox(instance.ownType))
      case let value: value
      }
    }
  }

  /// A declaration by itself, without a receiver.
  func reference(_ choice: Choice, _ expression: Expr) -> Code {
    let declaration = choice.declaration
    switch declaration.implementation {
    case .global(let variable): return read(variable, expression.span)
    case .accessors(let getter, _):
      let machine = machine
      let function = machine.compiled(getter)
      let own = getter.selfVariable == nil ? nil : metatype(choice.base ?? declaration.owner?.selfType ?? .hole)
      let location = location(expression.span)
      return { frame throws(Abort) in
        let operands = try own.map { own throws(Abort) in [try own(frame)] } ?? []
        do throws(Abort) { return try machine.call(function, captures: [], operands) } catch {
          throw error.at(location)
        }
      }
    case .local(let variable):
      guard !declaration.generics.isEmpty, let inner = variable.function else { return read(variable) }
      return reference(variable, inner, choice)
    default: return staticReference(expression)
    }
  }

  /// A static member, an enum case, a function, an initialiser as a value.
  func staticReference(_ expression: Expr) -> Code {
    guard let choice = expression.choice else { return constant(.void) }
    let declaration = choice.declaration
    if choice.isUnapplied { return unappliedReference(choice, expression) }
    switch declaration.implementation {
    case .enumCase(let enumCase):
      if enumCase.payload.isEmpty { return constant(enumCase.value([])) }
      return constant(.function(NativeFunction { values throws(Abort) in enumCase.value(values) }))
    case .global(let variable): return read(variable, expression.span)
    case .derived(.allCases):
      let all = declaration.owner?.cases.map { Value.choice($0) } ?? []
      return constant(.array(all))
    case .accessors: return reference(choice, expression)
    case .native(let native) where declaration.kind == .variable:
      return invoke(native, choice, [], receiver: nil, expression)
    case .requirement where declaration.kind == .variable:
      return invoke(choice, [], receiver: metatype(choice.base ?? .hole), expression)
    case .requirement: return functionReference(choice, receiver: metatype(choice.base ?? .hole), expression)
    default: return functionReference(choice, receiver: nil, expression)
    }
  }

  /// `object.method` without a call.
  private func methodReference(_ choice: Choice, receiver: @escaping Code, _ expression: Expr) -> Code {
    functionReference(choice, receiver: receiver, expression)
  }

  /// A function of the arguments still to come; the receiver is taken now.
  private func functionReference(_ choice: Choice, receiver: Code?, _ expression: Expr) -> Code {
    if choice.declaration.parameters.contains(where: \.isInout), let body = changing(choice) {
      return { frame throws(Abort) in
        let value = try receiver?(frame)
        return .function(InoutFunction { values throws(Abort) in try body(value, &values) })
      }
    }
    let body = applied(choice, expression)
    // Of a generic type whose parameters are known only here.
    var receiver = receiver
    if receiver == nil, let base = choice.base, base.hasParameters, choice.declaration.isStatic {
      if case .native = choice.declaration.implementation {} else { receiver = metatype(base) }
    }
    guard let receiver else {
      return { _ throws(Abort) in .function(NativeFunction { values throws(Abort) in try body(nil, values) }) }
    }
    return { frame throws(Abort) in
      let value = try receiver(frame)
      return .function(NativeFunction { values throws(Abort) in try body(value, values) })
    }
  }

  /// `Type.method`: a function from an instance to the method.
  private func unappliedReference(_ choice: Choice, _ expression: Expr) -> Code {
    let body = applied(choice, expression)
    return constant(
      .function(
        NativeFunction { receivers throws(Abort) in
          guard let receiver = receivers.first else { return .void }
          return .function(NativeFunction { values throws(Abort) in try body(receiver, values) })
        }))
  }

  /// A function with `inout` parameters, which changes its arguments.
  private func changing(_ choice: Choice) -> ((Value?, inout [Value]) throws(Abort) -> Value)? {
    let machine = machine
    switch choice.declaration.implementation {
    case .native(.mutating(let body)) where choice.declaration.parameters.first?.isInout == true:
      return { _, values throws(Abort) in
        guard !values.isEmpty else { return .void }
        let rest = Array(values.dropFirst())
        return try body(&values[0], rest)
      }
    case .function(let context):
      let find = target(choice, isSuper: false)
      let own = choice.base
      let hasSelf = context.selfVariable != nil
      return { receiver, values throws(Abort) in
        let function = try find(receiver ?? .void)
        guard hasSelf else { return try machine.callInout(function, captures: [], &values) }
        values.insert(receiver ?? .metatype(TypeBox(own ?? .hole)), at: 0)
        defer { values.removeFirst() }
        return try machine.callInout(function, captures: [], &values)
      }
    case .requirement:
      let find = target(choice, isSuper: false)
      return { receiver, values throws(Abort) in
        let receiver = (receiver ?? .void).unboxed
        values.insert(receiver, at: 0)
        defer { values.removeFirst() }
        return try machine.callInout(try find(receiver), captures: [], &values)
      }
    default: return nil
    }
  }

  private func applied(_ choice: Choice, _ expression: Expr) -> (Value?, [Value]) throws(Abort) -> Value {
    let declaration = choice.declaration
    let machine = machine
    let environment = environment
    let location = location(expression.span)
    let count = declaration.parameters.count
    // A tuple may stand for several arguments: `.map(==)` on pairs.
    func spread(_ values: [Value]) -> [Value] {
      if values.count == 1, count > 1, case .tuple(let tuple) = values[0], tuple.elements.count == count {
        return tuple.elements
      }
      return values
    }
    switch declaration.implementation {
    case .native(let native):
      let make = nativeCall(choice, expression)
      return { receiver, values throws(Abort) in
        var operands = spread(values)
        if let receiver { operands.insert(receiver, at: 0) }
        do throws(Abort) {
          switch native {
          case .contextual(let body), .reference(let body, _): return try body(make(nil, operands))
          default: return try machine.invoke(native, operands, result: declaration.result)
          }
        } catch { throw error.at(location) }
      }
    case .memberwise, .implicitInit, .inheritedInit, .derived(.initRawValue):
      guard let owner = declaration.owner else { return { _, _ throws(Abort) in .void } }
      let make = maker(owner, choice)
      let types = TypeArguments.of(choice.base)
      return { receiver, values throws(Abort) in
        let known = if case .metatype(let box)? = receiver { TypeArguments.of(box.type) } else { types }
        return try make(spread(values), known)
      }
    case .function(let context):
      if declaration.kind == .initializer, let owner = declaration.owner {
        let make = maker(owner, choice)
        func arguments(_ base: Type?) -> TypeArguments? {
          var known = TypeArguments.of(base)?.substitution ?? [:]
          for generic in declaration.generics { known[generic] = choice.substitution[generic] }
          return known.isEmpty ? nil : TypeArguments(known)
        }
        let types = arguments(choice.base)
        return { receiver, values throws(Abort) in
          let known = if case .metatype(let box)? = receiver { arguments(box.type) } else { types }
          return try make(spread(values), known)
        }
      }
      let fixed = machine.compiled(context)
      let hasSelf = context.selfVariable != nil
      let own = choice.base
      return { receiver, values throws(Abort) in
        var operands = spread(values)
        var function = fixed
        if hasSelf {
          let target = receiver ?? .metatype(TypeBox(own ?? .hole))
          if case .instance(let instance) = target, instance.type !== declaration.owner {
            function = machine.override(declaration, in: instance.type, environment) ?? fixed
          }
          operands.insert(target, at: 0)
        }
        do throws(Abort) { return try machine.call(function, captures: [], operands) } catch {
          throw error.at(location)
        }
      }
    case .requirement where declaration.kind == .initializer:
      return { receiver, values throws(Abort) in
        guard case .metatype(let box)? = receiver, let nominal = box.type.nominal else {
          throw .fault("this type cannot be made here")
        }
        do throws(Abort) { return try machine.make(nominal, box.type, declaration, spread(values), environment) } catch
        {
          throw error.at(location)
        }
      }
    case .requirement:
      return { receiver, values throws(Abort) in
        guard let receiver, let found = machine.witness(declaration, for: receiver, environment) else {
          throw .fault("no implementation of '\(declaration.fullName)' for this value")
        }
        return try machine.invoke(found, receiver: receiver, spread(values))
      }
    default: return { _, _ throws(Abort) in .void }
    }
  }

  func member(_ base: Expr, _ expression: Expr) -> Code {
    if case .isTypeReference(let type)? = expression.note { return metatype(type) }
    guard let choice = expression.choice else {
      // `value.self`, `Type.self`, a nested type.
      if case .metatype(let instance) = expression.type, case .metatype = base.type, base.type != expression.type {
        return metatype(instance)
      }
      return compile(base)
    }
    let declaration = choice.declaration
    if choice.isUnapplied { return unappliedReference(choice, expression) }
    if choice.isOnMetatype { return metatypeMember(base, choice, expression) }
    if declaration.kind == .variable || declaration.kind == .subscripted { return place(expression).read }
    return methodReference(choice, receiver: compile(base), expression)
  }

  private func metatypeMember(_ base: Expr, _ choice: Choice, _ expression: Expr) -> Code {
    if case .requirement = choice.declaration.implementation {
      if choice.declaration.kind != .variable {
        return functionReference(choice, receiver: compile(base), expression)
      }
      return invoke(choice, [], receiver: compile(base), expression)
    }
    if choice.declaration.kind == .subscripted { return place(expression).read }
    // `class var`: the metatype's value says whose.
    if choice.declaration.owner?.kind == .classType, base.note == nil,
      case .accessors(let getter, _) = choice.declaration.implementation
    {
      return overridableStatic(choice.declaration, getter, compile(base), expression, isSuper: base.kind.isSuper)
    }
    return staticReference(expression)
  }

  private func overridableStatic(
    _ declaration: Declaration, _ getter: FunctionContext, _ metatype: @escaping Code, _ expression: Expr,
    isSuper: Bool = false
  ) -> Code {
    let machine = machine
    let environment = environment
    let fixed = machine.compiled(getter)
    let location = location(expression.span)
    return { frame throws(Abort) in
      let receiver = try metatype(frame)
      var function = fixed
      if !isSuper, case .metatype(let box) = receiver, let nominal = box.type.nominal, nominal !== declaration.owner,
        let found = machine.overridden(declaration, in: nominal, environment),
        case .accessors(let other, _) = found.implementation
      {
        function = machine.compiled(other)
      }
      do throws(Abort) { return try machine.call(function, captures: [], receiver) } catch { throw error.at(location) }
    }
  }

  // MARK: Assignment

  func assignment(_ target: Expr, _ value: Expr, _ expression: Expr) -> Code {
    if case .discard = target.kind {
      let code = compile(value)
      return { frame throws(Abort) in
        _ = try code(frame)
        return .void
      }
    }
    if case .tuple(let items) = target.kind, items.count > 1 { return destructure(items, value) }
    let code = compile(value, to: target.type)
    let location = location(expression.anchor)
    if let variable = target.local, target.choice == nil {
      let write = place(variable).write
      return { frame throws(Abort) in
        try write(frame, try code(frame))
        return .void
      }
    }
    // The first value a property gets in `init` is not observed.
    let place = place(target)
    return { frame throws(Abort) in
      let value = try code(frame)
      do throws(Abort) { try place.write(frame, value) } catch { throw error.at(location) }
      return .void
    }
  }

  private func destructure(_ items: [TupleItem], _ value: Expr) -> Code {
    let code = compile(value)
    let write = parts(items)
    return { frame throws(Abort) in
      try write(frame, try code(frame))
      return .void
    }
  }

  private func parts(_ items: [TupleItem]) -> (Frame, Value) throws(Abort) -> Void {
    let writes = items.map { item -> ((Frame, Value) throws(Abort) -> Void)? in
      if case .discard = item.value.kind { return nil }
      if case .tuple(let inner) = item.value.kind, inner.count > 1 { return parts(inner) }
      return place(item.value).write
    }
    return { frame, value throws(Abort) in
      guard case .tuple(let tuple) = value else { return }
      for (write, value) in zip(writes, tuple.elements) { try write?(frame, value) }
    }
  }
}
