/// Expressions to closures. Shapes that programs use all the time have closures of their own.
extension FunctionCompiler {
  /// The value as a given type: wrapped, boxed or converted where the types differ.
  func compile(_ expression: Expr, to type: Type) -> Code {
    coerce(compile(expression), from: expression.type, to: type)
  }

  func compile(_ expression: Expr) -> Code {
    if let crossing = expression.crossing { return observed(expression, across(crossing, compileHere(expression))) }
    return observed(expression, compileHere(expression))
  }

  private func compileHere(_ expression: Expr) -> Code {
    if let code = changeOfFoundPlace(expression) { return code }
    switch expression.kind {
    case .integer, .floating, .boolean, .nilLiteral, .string, .magic: return literal(expression)
    case .regex(let pattern):
      let object = try? RegexObject(pattern: pattern, type: expression.type)
      return constant(object.map { .native($0) } ?? .void)
    case .array(let elements): return array(elements, expression)
    case .dictionary(let pairs): return dictionary(pairs, expression)
    case .tuple(let items): return tuple(items, expression)
    case .name: return name(expression)
    case .member(let base, _): return member(base, expression)
    case .implicitMember: return staticReference(expression)
    case .call(let callee, _): return call(callee, expression)
    case .subscripted: return place(expression).read
    case .closure(let node): return closure(node)
    case .prefix, .postfix, .binary: return operation(expression)
    case .assign(let target, let value): return assignment(target, value, expression)
    case .ternary(let condition, let first, let second):
      let test = test(condition)
      let type = expression.type
      let a = compile(first, to: type)
      let b = compile(second, to: type)
      return { frame throws(Abort) in try test(frame) ? try a(frame) : try b(frame) }
    case .isType(let value, _):
      guard case .isTypeReference(let type)? = expression.note else { return invalid(expression) }
      let code = compile(value)
      let cast = caster(from: value.type, to: type)
      return { frame throws(Abort) in .bool(cast(frame, try code(frame)) != nil) }
    case .asType(let value, let kind, _): return cast(value, kind, expression)
    case .inoutReference(let inner): return compile(inner)
    case .bindOptional(let inner):
      let code = compile(inner)
      return { frame throws(Abort) in
        guard let value = try code(frame).unwrapped else { throw .missing }
        return value
      }
    case .optionalChain(let inner):
      let code = compile(inner)
      let isOptional = inner.type.wrapped != nil
      return { frame throws(Abort) in
        do throws(Abort) {
          let value = try code(frame)
          return isOptional ? value : value.some
        } catch {
          if case .missing = error { return .null }
          throw error
        }
      }
    case .forceUnwrap(let inner):
      let code = compile(inner)
      let location = locationOfMark(expression.span)
      return { frame throws(Abort) in
        guard let value = try code(frame).unwrapped else {
          throw .fault(Fault(message: "Unexpectedly found nil while unwrapping an Optional value", location: location))
        }
        return value
      }
    case .keyPath: return keyPath(expression)
    case .superReference: return expression.local.map { read($0) } ?? invalid(expression)
    case .attempt(let kind, let inner): return attempt(kind, inner, expression)
    case .await(let inner): return compile(inner)
    case .ifExpression(let node): return ifExpression(node, expression.type)
    case .switchExpression(let node): return switchExpression(node, expression.type)
    case .type:
      if case .metatype(let instance) = expression.type { return metatype(instance) }
      return invalid(expression)
    case .discard, .invalid: return invalid(expression)
    }
  }

  func constant(_ value: Value) -> Code { { _ throws(Abort) in value } }

  private func invalid(_ expression: Expr) -> Code {
    let location = location(expression.span)
    return { _ throws(Abort) in throw .fault(Fault(message: "this expression was not checked", location: location)) }
  }

  // MARK: Literals

  private func literal(_ expression: Expr) -> Code {
    let type = expression.type
    switch expression.kind {
    case .integer(let number?):
      if type == library.double { return constant(.double(Double(number))) }
      if type == library.float { return constant(.float(Float(number))) }
      let value = constant((IntegerKind.of(type) ?? .int).value(truncating: number))
      return library.isInteger(type) ? value : literalInit("integerLiteral", value, type, expression)
    case .floating(let number):
      if type == library.float { return constant(.float(Float(number))) }
      if type == library.double { return constant(.double(number)) }
      return literalInit("floatLiteral", constant(.double(number)), type, expression)
    case .boolean(let value):
      if type == library.bool { return constant(.bool(value)) }
      return literalInit("booleanLiteral", constant(.bool(value)), type, expression)
    case .nilLiteral:
      if type.wrapped != nil { return constant(.null) }
      return literalInit("nilLiteral", constant(.void), type, expression)
    case .magic(.line(let number)), .magic(.column(let number)):
      return type == library.int || library.isInteger(type)
        ? constant(.int(number)) : literalInit("integerLiteral", constant(.int(number)), type, expression)
    case .magic(.function(let text)), .magic(.file(let text)), .magic(.fileID(let text)):
      return type == library.string
        ? constant(.string(text)) : literalInit("stringLiteral", constant(.string(text)), type, expression)
    case .string(let segments): return string(segments, expression)
    default: return invalid(expression)
    }
  }

  /// A value of a type of the program, made by its initialiser for literals.
  private func literalInit(_ label: String, _ value: @escaping Code, _ type: Type, _ expression: Expr) -> Code {
    if type.nominal == nil, let reified = reified(type) {
      let (machine, environment, location) = (machine, environment, location(expression.span))
      return { frame throws(Abort) in
        let (value, type) = (try value(frame), reified(frame))
        do throws(Abort) { return try machine.literal(value, label, as: type, environment) } catch {
          throw error.at(location)
        }
      }
    }
    let system = machine.program.scratchSystem(context)
    let name = Name(text: "init", span: .none)
    guard
      let declaration = system.lookup(.metatype(type), name).map(\.declaration).first(where: {
        $0.resolved() && $0.parameters.first?.label == label
      })
    else { return value }
    let choice = Choice(declaration: declaration, base: type, isOnMetatype: true)
    return construct(nil, choice, [.value(value)], expression)
  }

  private func string(_ segments: [StringSegment], _ expression: Expr) -> Code {
    let type = expression.type
    if segments.count <= 1 {
      let text: String
      switch segments.first {
      case .text(let only)?: text = only
      case nil: text = ""
      case .expression?: return interpolation(segments, expression)
      }
      if type == library.character || type.libraryName == "Unicode.Scalar", let character = text.first {
        return constant(.character(character))
      }
      if type == library.string { return constant(.string(text)) }
      return literalInit("stringLiteral", constant(.string(text)), type, expression)
    }
    let code = interpolation(segments, expression)
    return type == library.string ? code : literalInit("stringLiteral", code, type, expression)
  }

  private func interpolation(_ segments: [StringSegment], _ expression: Expr) -> Code {
    enum Part {
      case text(String)
      case plain(Code)
      case value(Code, Type)
      case generic(Code, (Frame) -> Type)
    }
    let parts = segments.map { segment -> Part in
      switch segment {
      case .text(let text): .text(text)
      case .expression(let value):
        if value.type == library.string {
          .plain(compile(value))
        } else if let reified = reified(value.type) {
          .generic(compile(value), reified)
        } else {
          .value(compile(value), value.type)
        }
      }
    }
    let machine = machine
    return { frame throws(Abort) in
      var text = ""
      for part in parts {
        switch part {
        case .text(let piece): text += piece
        case .plain(let code): text += try code(frame).text
        case .value(let code, let type): text += try machine.describe(try code(frame), type)
        case .generic(let code, let type): text += try machine.describe(try code(frame), type(frame))
        }
      }
      if text.utf8.count > 4096 { try machine.grow(to: text.utf8.count, adding: text.utf8.count, bytes: 1) }
      return .string(text)
    }
  }

  private func array(_ elements: [Expr], _ expression: Expr) -> Code {
    let type = expression.type
    if let nominal = type.nominal, nominal.isUserType || isMadeOfElements(nominal) {
      let element = environment.memberType(of: type, named: "ArrayLiteralElement", context: context.requirements)
      return literalInit("arrayLiteral", list(elements, element ?? .hole), type, expression)
    }
    let element = type.genericArguments.first ?? .hole
    let codes = elements.map { compile($0, to: element) }
    if type.nominal === library.setNominal {
      return { frame throws(Abort) in
        var result: Set<Value> = []
        for code in codes { result.insert(try code(frame)) }
        return .set(result)
      }
    }
    if codes.isEmpty { return constant(.array([])) }
    return { frame throws(Abort) in
      var result: [Value] = []
      result.reserveCapacity(codes.count)
      for code in codes { result.append(try code(frame)) }
      return .array(result)
    }
  }

  /// Whether a type of the library does something with the elements of a literal: an option set joins them, an index set
  /// puts them in order.
  private func isMadeOfElements(_ nominal: Nominal) -> Bool {
    nominal !== library.arrayNominal && nominal !== library.setNominal
      && (nominal.has(.madeOfElements) || nominal.has(.literals)
        || environment.protocols(of: nominal).contains { $0.proto.has(.madeOfElements) })
  }

  private func dictionary(_ pairs: [(key: Expr, value: Expr)], _ expression: Expr) -> Code {
    if expression.type.nominal !== library.dictionaryNominal { return ownDictionary(pairs, expression) }
    let arguments = expression.type.genericArguments
    let key = arguments.first ?? .hole
    let value = arguments.last ?? .hole
    let codes = pairs.map { (compile($0.key, to: key), compile($0.value, to: value)) }
    let location = location(expression.span)
    return { frame throws(Abort) in
      var result: [Value: Value] = [:]
      for (key, value) in codes {
        if result.updateValue(try value(frame), forKey: try key(frame)) != nil {
          throw .fault(Fault(message: "Dictionary literal contains duplicate keys", location: location))
        }
      }
      return .dictionary(result)
    }
  }

  /// A dictionary literal that is a value of a type of the program: its initialiser gets the pairs.
  private func ownDictionary(_ pairs: [(key: Expr, value: Expr)], _ expression: Expr) -> Code {
    let type = expression.type
    func associated(_ name: String) -> Type {
      environment.memberType(of: type, named: name, context: context.requirements) ?? .hole
    }
    let codes = pairs.map { (compile($0.key, to: associated("Key")), compile($0.value, to: associated("Value"))) }
    let list: Code = { frame throws(Abort) in
      var result: [Value] = []
      for (key, value) in codes { result.append(.pair(try key(frame), try value(frame))) }
      return .array(result)
    }
    return literalInit("dictionaryLiteral", list, type, expression)
  }

  private func tuple(_ items: [TupleItem], _ expression: Expr) -> Code {
    if items.isEmpty { return constant(.void) }
    if items.count == 1 { return compile(items[0].value) }
    guard case .tuple(let types) = expression.type else { return invalid(expression) }
    let codes = zip(items, types).map { compile($0.value, to: $1.type) }
    let labels = types.contains { $0.label != nil } ? types.map(\.label) : []
    return { frame throws(Abort) in
      var elements: [Value] = []
      elements.reserveCapacity(codes.count)
      for code in codes { elements.append(try code(frame)) }
      return .tuple(Tuple(elements, labels: labels))
    }
  }

  // MARK: Casts and errors

  private func cast(_ value: Expr, _ kind: CastKind, _ expression: Expr) -> Code {
    guard case .isTypeReference(let type)? = expression.note else { return invalid(expression) }
    if kind == .coerce {
      guard library.bridges(value.type, type) else { return compile(value, to: type) }
      let code = compile(value)
      let machine = machine
      return { frame throws(Abort) in machine.program.services.bridge(try code(frame), to: type, machine) }
    }
    let code = compile(value)
    let from = value.type
    let machine = machine
    let cast = caster(from: from, to: type)
    if kind == .conditional {
      return { frame throws(Abort) in cast(frame, try code(frame))?.some ?? .null }
    }
    let location = location(expression.anchor)
    return { frame throws(Abort) in
      let value = try code(frame)
      guard let result = cast(frame, value) else {
        throw .fault(
          Fault(
            message: "Could not cast value of type '\(machine.dynamicType(value, from))' to '\(type)'",
            location: location))
      }
      return result
    }
  }

  /// The value as the other type, or nil if it is none; in generic code the type is that of the activation.
  func caster(from: Type, to type: Type) -> (Frame, Value) -> Value? {
    let machine = machine
    guard let reified = reified(type) else { return { _, value in machine.cast(value, from: from, to: type) } }
    return { frame, value in machine.cast(value, from: from, to: reified(frame)) }
  }

  private func attempt(_ kind: TryKind, _ inner: Expr, _ expression: Expr) -> Code {
    let code = compile(inner)
    switch kind {
    case .plain: return code
    case .optional:
      let isOptional = inner.type.wrapped != nil
      return { frame throws(Abort) in
        do throws(Abort) {
          let value = try code(frame)
          return isOptional ? value : value.some
        } catch {
          if case .thrown = error { return .null }
          throw error
        }
      }
    case .forced:
      let location = location(expression.span)
      let machine = machine
      return { frame throws(Abort) in
        do throws(Abort) { return try code(frame) } catch {
          guard case .thrown(let thrown, _) = error else { throw error }
          throw .fault(
            Fault(
              message: "'try!' expression unexpectedly raised an error: \(try machine.describeInside(thrown.value))",
              location: location))
        }
      }
    }
  }

  // MARK: Conditions

  /// A condition without a `Value` around it.
  func test(_ expression: Expr) -> Test { observed(expression, testHere(expression)) }

  private func testHere(_ expression: Expr) -> Test {
    switch expression.kind {
    case .boolean(let value): return { _ throws(Abort) in value }
    case .tuple(let items) where items.count == 1: return test(items[0].value)
    case .prefix(let name, let operand) where name.text == "!" && isLibrary(expression):
      let test = test(operand)
      return { frame throws(Abort) in !(try test(frame)) }
    case .binary(let name, let left, let right) where isLibrary(expression):
      switch name.text {
      case "&&":
        let a = test(left)
        let b = test(right)
        return { frame throws(Abort) in try a(frame) ? try b(frame) : false }
      case "||":
        let a = test(left)
        let b = test(right)
        return { frame throws(Abort) in try a(frame) ? true : try b(frame) }
      default: if let comparison = comparison(name.text, left, right) { return comparison }
      }
    default: break
    }
    let code = compile(expression)
    return { frame throws(Abort) in
      if case .bool(let value) = try code(frame) { return value }
      return false
    }
  }

  func isLibrary(_ expression: Expr) -> Bool { expression.choice?.declaration.declaredIn?.isLibrary ?? false }

  // MARK: Branches as values

  private func ifExpression(_ node: IfNode, _ type: Type) -> Code {
    let conditions = compile(conditions: node.conditions)
    let then = branch(node.then, type)
    let otherwise: Code
    switch node.otherwise {
    case .chained(let next)?: otherwise = ifExpression(next, type)
    case .block(let block)?: otherwise = branch(block, type)
    case nil: otherwise = constant(.void)
    }
    return { frame throws(Abort) in try conditions(frame) ? try then(frame) : try otherwise(frame) }
  }

  private func branch(_ body: [Stmt], _ type: Type) -> Code {
    guard body.count == 1 else { return constant(.void) }
    switch body[0].kind {
    case .expression(let value): return compile(value, to: type)
    case .ifElse(let node): return ifExpression(node, type)
    case .switching(let node): return switchExpression(node, type)
    default:
      let statement = compile(body[0])
      return { frame throws(Abort) in
        _ = try statement(frame)
        return .void
      }
    }
  }

  private func switchExpression(_ node: SwitchNode, _ type: Type) -> Code {
    let subject = compile(node.subject)
    let place = newSlot()
    let cases = node.cases.map { clause in (match(clause, place), branch(clause.body, type)) }
    return { frame throws(Abort) in
      frame[place] = try subject(frame)
      for (matches, body) in cases where try matches(frame) { return try body(frame) }
      throw .fault("no case of the switch matches")
    }
  }
}
