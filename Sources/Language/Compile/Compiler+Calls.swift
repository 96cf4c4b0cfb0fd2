/// Calls.
extension FunctionCompiler {
  func call(_ callee: Expr, _ expression: Expr) -> Code {
    let target = stripped(callee)
    if let choice = expression.choice, let arguments = expression.arguments {
      // `callAsFunction` of a value.
      let codes = compile(arguments, choice, expression)
      if choice.declaration.isMutating {
        return invokeMutating(edited(place(target), target), choice, codes, expression)
      }
      return invoke(choice, codes, receiver: compile(target), expression)
    }
    guard let choice = target.choice, let arguments = expression.arguments else { return callValue(target, expression) }
    let declaration = choice.declaration
    if choice.isUnapplied || declaration.kind == .variable || declaration.kind == .subscripted {
      return callValue(target, expression)
    }
    if let number = conversion(target, expression) { return { frame throws(Abort) in .double(try number(frame)) } }
    let codes =
      observedCondition(choice, arguments).map { compile(arguments, choice, expression, observing: $0) }
      ?? compile(arguments, choice, expression)
    switch target.kind {
    case .member(let base, _):
      // A function of an enclosing type's metatype, `self.init`, `super.f`, a static or an instance member.
      if declaration.kind == .initializer { return construct(base, choice, codes, expression) }
      if declaration.isStatic || declaration.kind == .enumCase {
        return invoke(choice, codes, receiver: compile(base), expression, isSuper: base.kind.isSuper)
      }
      return invokeMember(base, choice, codes, expression)
    case .name where declaration.owner != nil && target.local?.isSelf == true && !choice.isOnMetatype:
      // A method reached through the implicit `self`.
      guard let own = target.local else { return constant(.void) }
      if declaration.isMutating { return invokeMutating(place(own), choice, codes, expression) }
      return invoke(choice, codes, receiver: read(own), expression)
    case .name, .implicitMember, .array, .dictionary, .type, .call, .tuple:
      if declaration.kind == .initializer, target.kind.isSuper == false {
        return construct(target, choice, codes, expression)
      }
      let receiver = classSelf(target) ?? choice.base.map { metatype($0) }
      return invoke(choice, codes, receiver: declaration.isStatic ? receiver : nil, expression)
    default: return invoke(choice, codes, receiver: nil, expression)
    }
  }

  func stripped(_ expression: Expr) -> Expr {
    if case .tuple(let items) = expression.kind, items.count == 1, items[0].label == nil {
      return stripped(items[0].value)
    }
    return expression
  }

  /// Calling a value of function type.
  private func callValue(_ callee: Expr, _ expression: Expr) -> Code {
    let function = compile(callee)
    let type = callee.type.asFunction
    let arguments = (expression.arguments ?? []).enumerated().map { index, argument -> ArgumentCode in
      let parameter = type?.parameters.indices.contains(index) == true ? type?.parameters[index] : nil
      switch argument {
      case .given(let value):
        return parameter?.isInout == true
          ? .place(lent(value, expression)) : .value(compile(value, to: parameter?.type ?? value.type))
      case .variadic(let values): return .value(list(values, parameter?.type ?? .hole))
      case .defaulted: return .value(constant(.void))
      }
    }
    let location = location(expression.span)
    if arguments.hasPlaces {
      return { frame throws(Abort) in
        guard case .function(let target) = try function(frame) else { throw .fault("not a function") }
        do throws(Abort) {
          return try arguments.lending(frame) { values throws(Abort) in try target.callInout(&values) }
        } catch { throw error.at(location) }
      }
    }
    let codes = arguments.map(\.code)
    switch codes.count {
    case 1:
      let first = codes[0]
      return { frame throws(Abort) in
        guard case .function(let target) = try function(frame) else { throw .fault("not a function") }
        let value = try first(frame)
        do throws(Abort) { return try target.call(value) } catch { throw error.at(location) }
      }
    default:
      return { frame throws(Abort) in
        guard case .function(let target) = try function(frame) else { throw .fault("not a function") }
        let values = try codes.values(frame)
        do throws(Abort) { return try target.call(values) } catch { throw error.at(location) }
      }
    }
  }

  // MARK: Arguments

  func compile(_ arguments: [BoundArgument], _ choice: Choice, _ expression: Expr) -> [ArgumentCode] {
    zip(arguments, choice.declaration.parameters).map { argument, parameter in
      let type = parameterType(parameter, choice)
      switch argument {
      case .given(let value):
        if parameter.isInout {
          return .place(lent(value, expression))
        }
        if parameter.isAutoclosure, case .native = choice.declaration.implementation {
          return .value(autoclosure(value, type.asFunction?.result ?? type, isNested: type.asFunction != nil))
        }
        if parameter.isAutoclosure, parameter.isEscaping { return .value(escapingAutoclosure(value, type)) }
        if parameter.isAutoclosure { return .value(autoclosure(value, type, isNested: false)) }
        return .value(compile(value, to: type))
      case .variadic(let values): return .value(list(values, type))
      case .defaulted: return .value(defaultValue(parameter, type, choice, expression))
      }
    }
  }

  func parameterType(_ parameter: Declaration.Parameter, _ choice: Choice) -> Type {
    environment.resolve(parameter.type.substituting(choice.substitution), context.requirements)
  }

  func list(_ values: [Expr], _ type: Type) -> Code {
    let codes = values.map { compile($0, to: type) }
    return { frame throws(Abort) in
      var result: [Value] = []
      result.reserveCapacity(codes.count)
      for code in codes { result.append(try code(frame)) }
      return .array(result)
    }
  }

  /// An argument that is evaluated when it is asked for, as long as the call lasts.
  private func autoclosure(_ value: Expr, _ type: Type, isNested: Bool) -> Code {
    let code = compile(value, to: type)
    return { frame throws(Abort) in
      .function(DeferredArgument(frame, code))
    }
  }

  /// One that may be evaluated when the call is over: it takes along what it speaks of.
  private func escapingAutoclosure(_ value: Expr, _ type: Type) -> Code {
    let code = compile(value, to: type)
    var taken: [LocalVariable] = []
    func take(_ variable: LocalVariable) {
      if taken.contains(where: { $0 === variable }) { return }
      taken.append(variable)
      variable.function?.carried.forEach(take)
    }
    [Stmt(.expression(value), value.span)].forEachExpression { expression in
      if let variable = expression.local { take(variable) }
      if case .closure(let node) = expression.kind { node.function?.carried.forEach(take) }
    }
    if let own = context.selfVariable { take(own) }
    // What is declared inside has its place in other frames, or is not there yet.
    var known = taken.compactMap { slots[ObjectIdentifier($0)] }
    if let types = function.typesSlot { known.append(types) }
    let function = function
    return { frame throws(Abort) in
      .function(EscapingArgument(function, code, known.map { ($0, frame[$0]) }))
    }
  }

  func defaultValue(_ parameter: Declaration.Parameter, _ type: Type, _ choice: Choice, _ expression: Expr)
    -> Code
  {
    guard let value = parameter.defaultValue else {
      if let property = memberwiseProperty(parameter, choice) { return initialValue(property, choice) }
      return constant(type.wrapped != nil ? .null : .void)
    }
    let owner = choice.declaration
    if case .magic(let literal) = value.kind {
      let place = Expr(.magic(callers(literal, expression)), expression.span)
      place.type = type
      return compile(place)
    }
    if value.type == .hole {
      // Checked with the declaration it stands in; library defaults are checked at first use.
      machine.program.checkDefault(value, type, owner)
    }
    let context = FunctionContext(
      .initialValue, name: owner.name, parent: nil, file: owner.declaredIn ?? file, environment: environment,
      nominal: owner.owner)
    context.expression = value
    context.result = type
    if owner.owner?.library == nil { context.generics = Array(choice.substitution.keys) }
    return call(CompiledFunction(context, machine), types: typeArguments(choice, of: context.generics))
  }

  /// The literal as it would be where the call stands.
  private func callers(_ literal: MagicLiteral, _ call: Expr) -> MagicLiteral {
    switch literal {
    case .function: .function(context.callersName)
    case .file: .file(file.name)
    case .fileID: .fileID(file.nameInModule)
    case .line: .line(file.position(call.span.start).line)
    case .column: .column(file.position(call.span.start).column)
    }
  }

  private func memberwiseProperty(_ parameter: Declaration.Parameter, _ choice: Choice) -> StoredProperty? {
    guard case .memberwise = choice.declaration.implementation else { return nil }
    return choice.declaration.owner?.storedProperties.first { $0.name == parameter.name }
  }

  private func initialValue(_ property: StoredProperty, _ choice: Choice) -> Code {
    guard let initial = property.initial else {
      return constant(property.type.wrapped != nil || property.wrapping != nil ? .null : .void)
    }
    return call(machine.compiled(initial), types: typeArguments(choice, of: initial.generics))
  }

  /// Runs a body without parameters, with what its generic parameters stand for.
  private func call(_ made: CompiledFunction, types: ((Frame) -> Value)?) -> Code {
    let machine = machine
    guard let types else { return { _ throws(Abort) in try machine.call(made, captures: [], []) } }
    return { frame throws(Abort) in try machine.call(made, [], types: types(frame)) }
  }

  // MARK: Members

  private func invokeMember(_ base: Expr, _ choice: Choice, _ codes: [ArgumentCode], _ expression: Expr) -> Code {
    let declaration = choice.declaration
    if declaration.isMutating, !base.type.isClass {
      let target = place(base)
      return invokeMutating(
        edited(isReadMeanwhile(base, expression) ? target.throughCopy : target, base), choice, codes, expression)
    }
    if case .superReference = base.kind, let own = base.local {
      return invoke(choice, codes, receiver: read(own), expression, isSuper: true)
    }
    return invoke(choice, codes, receiver: compile(base), expression)
  }

  /// What is passed to an `inout` parameter.
  private func lent(_ value: Expr, _ call: Expr) -> Place {
    var inner = value
    if case .inoutReference(let target) = value.kind { inner = target }
    let place = place(inner)
    return edited(isReadMeanwhile(inner, call) || isLentTwice(inner, call) ? place.throughCopy : place, inner)
  }

  /// Two parts of one value are changed by the same call.
  private func isLentTwice(_ part: Expr, _ call: Expr) -> Bool {
    guard let root = part.rootOfPart else { return false }
    return (call.arguments ?? []).contains { argument in
      guard case .given(let value) = argument, case .inoutReference(let other) = value.kind, other !== part,
        let second = other.rootOfPart
      else { return false }
      return root.isSameVariable(as: second)
    }
  }

  /// A part of a value is changed while a closure of the call reads other parts: `list.removeAll { $0 == chosen }` in a
  /// method of the struct that has both.
  private func isReadMeanwhile(_ base: Expr, _ call: Expr) -> Bool {
    guard let root = base.rootOfPart else { return false }
    return (call.arguments ?? []).contains { argument in
      guard case .given(let value) = argument, case .closure(let node) = value.kind else { return false }
      var isRead = false
      node.body.forEachExpression { expression in
        guard case .name = expression.kind, !isRead else { return }
        isRead = root.isSameVariable(as: expression)
      }
      return isRead
    }
  }

  private func invokeMutating(_ place: Place, _ choice: Choice, _ codes: [ArgumentCode], _ expression: Expr) -> Code {
    let declaration = choice.declaration
    let location = location(expression.span)
    let arguments = codes.map(\.code)
    switch declaration.implementation {
    case .native(.mutating(let body)):
      if codes.count == 1, case .place(let lent) = codes[0] {
        // The argument changes too: what the body gives back is what has become of it.
        return { frame throws(Abort) in
          let other = try lent.read(frame)
          var result = Value.void
          do throws(Abort) {
            try place.modify(frame) { target throws(Abort) in result = try body(&target, [other]) }
          } catch { throw error.at(location) }
          try lent.write(frame, result)
          return .void
        }
      }
      if let array = place.array {
        let member = declaration.fullName
        return { frame throws(Abort) in
          let values = try arguments.values(frame)
          var result = Value.void
          do throws(Abort) {
            try array.part(frame) {
              PartOfArray.changed(by: member, values, of: $0)
            } _: { target throws(Abort) in
              result = try body(&target, values)
            }
          } catch { throw error.at(location) }
          return result
        }
      }
      if arguments.count == 1 {
        let first = arguments[0]
        return { frame throws(Abort) in
          let value = try first(frame)
          var result = Value.void
          do throws(Abort) {
            try place.modify(frame) { target throws(Abort) in result = try body(&target, [value]) }
          } catch { throw error.at(location) }
          return result
        }
      }
      return { frame throws(Abort) in
        let values = try arguments.values(frame)
        var result = Value.void
        do throws(Abort) {
          try place.modify(frame) { target throws(Abort) in result = try body(&target, values) }
        } catch { throw error.at(location) }
        return result
      }
    case .native(.writing(let body)):
      let make = nativeCall(choice, expression)
      return { frame throws(Abort) in
        let values = try arguments.values(frame)
        var result = Value.void
        try place.modify(frame) { target throws(Abort) in
          do throws(Abort) { result = try body(make(frame, [target] + values), &target) } catch {
            throw error.at(location)
          }
        }
        return result
      }
    case .function, .requirement:
      let machine = machine
      let find = target(choice, isSuper: false)
      let types = typeArguments(choice)
      let hasPlaces = codes.hasPlaces
      let environment = environment
      let isRequirement = if case .requirement = declaration.implementation { true } else { false }
      let opened = openedParameters(choice, offset: hasPlaces ? 1 : 0)
      // What meets a requirement has generic parameters of its own.
      func handed(_ frame: Frame, _ function: CompiledFunction, _ values: inout [Value]) -> Value? {
        guard var given = types?(frame) else { return nil }
        if !opened.isEmpty { given = machine.opening(given, opened, &values) }
        return given.passed(from: declaration, to: function.context.declaration ?? declaration)
      }
      return { frame throws(Abort) in
        var result = Value.void
        do throws(Abort) {
          if hasPlaces {
            return try codes.lending(frame) { values throws(Abort) in
              try place.lend(frame) { target throws(Abort) in
                let function = try find(target)
                values.insert(target, at: 0)
                target = .void
                defer { target = values.removeFirst() }
                let types = handed(frame, function, &values)
                result = try machine.callInout(function, captures: [], &values, types: types)
              }
              return result
            }
          }
          var values = try arguments.values(frame)
          try place.lend(frame) { target throws(Abort) in
            if isRequirement, target.declaringMachine == nil,
              let found = machine.witness(declaration, for: target, environment),
              case .native(let native) = found.implementation
            {
              if case .mutating(let body) = native {
                result = try body(&target, values)
              } else {
                result = try machine.invoke(found, receiver: target, values)
              }
              return
            }
            let function = try find(target)
            let types = handed(frame, function, &values)
            result = try machine.callMutating(function, &target, values, types: types)
          }
        } catch { throw error.at(location) }
        return result
      }
    default: return invoke(choice, codes, receiver: place.read, expression)
    }
  }

  /// Finds the function to run: by the receiver's own type where that may matter.
  func target(_ choice: Choice, isSuper: Bool) -> (Value) throws(Abort) -> CompiledFunction {
    let declaration = choice.declaration
    let machine = machine
    let environment = environment
    if case .function(let context) = declaration.implementation {
      let fixed = machine.compiled(context)
      guard declaration.owner?.kind == .classType, !isSuper else { return { _ throws(Abort) in fixed } }
      if declaration.isStatic {
        return { receiver throws(Abort) in
          guard case .metatype(let box) = receiver, let type = box.type.nominal, type !== declaration.owner else {
            return fixed
          }
          return machine.override(declaration, in: type, environment) ?? fixed
        }
      }
      return { receiver throws(Abort) in
        guard case .instance(let instance) = receiver, instance.type !== declaration.owner else { return fixed }
        return machine.override(declaration, in: instance.type, environment) ?? fixed
      }
    }
    return { receiver throws(Abort) in
      guard let found = machine.witness(declaration, for: receiver, environment),
        case .function(let context) = found.implementation
      else { throw .fault("no implementation of '\(declaration.fullName)' for this value") }
      return machine.compiled(context)
    }
  }

  // MARK: Invocation

  /// Code for a call whose target the checker has decided.
  func invoke(_ choice: Choice, _ arguments: [ArgumentCode], receiver: Code?, _ expression: Expr, isSuper: Bool = false)
    -> Code
  {
    let declaration = choice.declaration
    let location = location(expression.span)
    switch declaration.implementation {
    case .native(let native):
      return invoke(native, choice, arguments, receiver: declaration.isStatic ? nil : receiver, expression)
    case .function(let context):
      if declaration.kind == .initializer { return construct(nil, choice, arguments, expression) }
      return invokeFunction(context, choice, arguments, receiver, location, isSuper)
    case .requirement: return invokeRequirement(choice, arguments, receiver, expression)
    case .enumCase(let enumCase): return payload(enumCase, arguments.map(\.code))
    case .local(let variable):
      let hasPlaces = arguments.hasPlaces
      let codes = arguments.map(\.code)
      let isGeneric = !declaration.generics.isEmpty
      if let inner = variable.function, variable.owner !== context || isGeneric, !hasPlaces {
        let (target, captures) = localFunction(variable, inner, choice)
        let machine = machine
        let opened = openedParameters(choice, offset: 0)
        return { frame throws(Abort) in
          let function = try target(frame)
          var values = try codes.values(frame)
          var carried = captures(frame)
          if !opened.isEmpty, let types = carried.popLast() { carried.append(machine.opening(types, opened, &values)) }
          do throws(Abort) { return try machine.call(function, captures: carried, values) } catch {
            throw error.at(location)
          }
        }
      }
      let function = isGeneric ? reference(choice, expression) : read(variable)
      return { frame throws(Abort) in
        guard case .function(let target) = try function(frame) else {
          throw .fault("a local function is used before its place")
        }
        do throws(Abort) {
          if hasPlaces {
            return try arguments.lending(frame) { values throws(Abort) in try target.callInout(&values) }
          }
          return try target.call(try codes.values(frame))
        } catch { throw error.at(location) }
      }
    case .memberwise, .implicitInit, .inheritedInit, .derived: return construct(nil, choice, arguments, expression)
    default: return constant(.void)
    }
  }

  func payload(_ enumCase: EnumCase, _ codes: [Code]) -> Code {
    if codes.isEmpty { return constant(enumCase.value([])) }
    return { frame throws(Abort) in
      let values = try codes.values(frame)
      return enumCase.value(values)
    }
  }

  private func invokeFunction(
    _ context: FunctionContext, _ choice: Choice, _ arguments: [ArgumentCode], _ receiver: Code?, _ location: Location,
    _ isSuper: Bool
  ) -> Code {
    let machine = machine
    let hasSelf = context.selfVariable != nil
    let own: Code? = hasSelf ? (receiver ?? metatype(choice.base ?? .hole)) : nil
    let isDynamic = choice.declaration.owner?.kind == .classType && !isSuper
    let fixed = machine.compiled(context)
    let find = isDynamic ? target(choice, isSuper: isSuper) : nil
    let types = typeArguments(choice)
    let opened = openedParameters(choice, offset: hasSelf ? 1 : 0)
    if arguments.hasPlaces {
      return { frame throws(Abort) in
        let receiver = try own?(frame)
        let function = try find?(receiver ?? .void) ?? fixed
        do throws(Abort) {
          return try arguments.lending(frame, receiver: receiver) { values throws(Abort) in
            var passed = types?(frame)
            if !opened.isEmpty, let given = passed { passed = machine.opening(given, opened, &values) }
            return try machine.callInout(function, captures: [], &values, types: passed)
          }
        } catch { throw error.at(location) }
      }
    }
    let codes = arguments.map(\.code)
    return { frame throws(Abort) in
      let receiver = try own?(frame)
      let function = try find?(receiver ?? .void) ?? fixed
      do throws(Abort) {
        try function.prepare()
        let size = function.frameSize
        let callee = try machine.enter(size)
        do throws(Abort) {
          var slot = 0
          if let receiver {
            callee[0] = receiver
            slot = 1
          }
          for code in codes {
            callee[slot] = try code(frame)
            slot += 1
          }
          if let types, let slot = function.typesSlot {
            callee[slot] = opened.isEmpty ? types(frame) : machine.opening(types(frame), opened, callee)
          }
        } catch {
          machine.leave(callee, size)
          throw error
        }
        return try machine.run(function, callee, size, [])
      } catch { throw error.at(location) }
    }
  }
}

extension FunctionContext {
  /// What `#function` is here: the function that closures stand in, or the property that accessors belong to.
  fileprivate var callersName: String {
    var context = self
    while context.kind == .closure || context.declaration == nil, let outer = context.parent { context = outer }
    guard let declaration = context.declaration else { return "main" }
    switch declaration.kind {
    case .initializer: return "init(" + declaration.parameters.map { ($0.label ?? "_") + ":" }.joined() + ")"
    default: return declaration.name == "deinit" ? "deinit" : declaration.fullName
    }
  }
}

extension EnumCase {
  /// The value of the case; an optional's is what it wraps, or nil.
  func value(_ payload: [Value]) -> Value {
    if owner.isOptional { return payload.first?.some ?? .null }
    return payload.isEmpty ? .choice(self) : .payload(Payload(self, payload))
  }
}

extension Expr.Kind {
  var isSuper: Bool {
    if case .superReference = self { return true }
    return false
  }
}

/// An autoclosure's argument. It reads the caller's frame, so it is good only while the caller runs.
final class DeferredArgument: FunctionValue {
  private let frame: Frame
  private let code: Code

  init(_ frame: Frame, _ code: @escaping Code) {
    self.frame = frame
    self.code = code
  }

  override func call(_ arguments: [Value]) throws(Abort) -> Value { try code(frame) }
}

/// The same of an `@escaping` one, which may be evaluated later and again: in a frame of its own, with what it took along.
final class EscapingArgument: FunctionValue {
  /// The body that the argument stands in.
  private let function: CompiledFunction
  private let code: Code
  private let taken: [(slot: Int, value: Value)]

  init(_ function: CompiledFunction, _ code: @escaping Code, _ taken: [(slot: Int, value: Value)]) {
    self.function = function
    self.code = code
    self.taken = taken
  }

  override func call(_ arguments: [Value]) throws(Abort) -> Value {
    let machine = function.machine
    let size = function.frameSize
    let frame = try machine.enter(size)
    defer { machine.leave(frame, size) }
    for (slot, value) in taken { frame[slot] = value }
    return try code(frame)
  }
}
