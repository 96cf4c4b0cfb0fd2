/// Calls of members of the library.
extension FunctionCompiler {
  /// A member of the library.
  func invoke(_ native: Native, _ choice: Choice, _ arguments: [ArgumentCode], receiver: Code?, _ expression: Expr)
    -> Code
  {
    let location = location(expression.span)
    let machine = machine
    var codes = arguments.map(\.code)
    if case .mutating(let body) = native, receiver == nil, arguments.count == 2,
      case .place(let first) = arguments[0], case .place(let second) = arguments[1]
    {
      // Both change: what the body gives back is the second's.
      return { frame throws(Abort) in
        let other = try second.read(frame)
        var result = Value.void
        try first.modify(frame) { target throws(Abort) in result = try body(&target, [other]) }
        try second.write(frame, result)
        return .void
      }
    }
    if case .mutating(let body) = native {
      // The first operand is changed in place: an operator such as `+=`.
      if receiver == nil, case .place(let place)? = arguments.first {
        let rest = Array(codes.dropFirst())
        if let array = place.array {
          let member = choice.declaration.fullName
          return { frame throws(Abort) in
            let values = try rest.values(frame)
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
        return { frame throws(Abort) in
          let values = try rest.values(frame)
          var result = Value.void
          do throws(Abort) {
            try place.modify(frame) { target throws(Abort) in result = try body(&target, values) }
          } catch { throw error.at(location) }
          return result
        }
      }
    }
    if case .mutating(let body) = native, let receiver, !choice.declaration.isMutating,
      case .place(let place)? = arguments.first
    {
      // What changes is the first argument: `token.store(in: &tokens)`.
      let rest = Array(codes.dropFirst())
      return { frame throws(Abort) in
        let operands = [try receiver(frame)] + (try rest.values(frame))
        var result = Value.void
        do throws(Abort) {
          try place.modify(frame) { target throws(Abort) in result = try body(&target, operands) }
        } catch { throw error.at(location) }
        return result
      }
    }
    if case .writing(let body) = native, case .place(let place)? = arguments.last {
      let rest = (receiver.map { [$0] } ?? []) + codes.dropLast()
      let make = nativeCall(choice, expression)
      return { frame throws(Abort) in
        let call = make(frame, try rest.values(frame))
        var result = Value.void
        do throws(Abort) {
          try place.modify(frame) { target throws(Abort) in result = try body(call, &target) }
        } catch { throw error.at(location) }
        return result
      }
    }
    if let receiver { codes.insert(receiver, at: 0) }
    switch native {
    case .nullary(let body): return { _ throws(Abort) in try body() }
    case .unary(let body):
      guard codes.count == 1 else { return constant(.void) }
      let a = codes[0]
      return { frame throws(Abort) in
        let value = try a(frame)
        do throws(Abort) {
          return try machine.operate(on: value.bulk) { () throws(Abort) in try body(value) }
        } catch { throw error.at(location) }
      }
    case .binary(let body):
      guard codes.count == 2 else { return constant(.void) }
      let (a, b) = (codes[0], codes[1])
      return { frame throws(Abort) in
        let (x, y) = (try a(frame), try b(frame))
        do throws(Abort) {
          return try machine.operate(on: x.bulk.union(y.bulk)) { () throws(Abort) in try body(x, y) }
        } catch { throw error.at(location) }
      }
    case .ternary(let body):
      guard codes.count == 3 else { return constant(.void) }
      let (a, b, c) = (codes[0], codes[1], codes[2])
      return { frame throws(Abort) in
        let (x, y, z) = (try a(frame), try b(frame), try c(frame))
        do throws(Abort) {
          return try machine.operate(on: x.bulk.union(y.bulk).union(z.bulk)) { () throws(Abort) in try body(x, y, z) }
        } catch { throw error.at(location) }
      }
    case .list(let body):
      return { frame throws(Abort) in
        let values = try codes.values(frame)
        do throws(Abort) {
          return try machine.operate(on: values.bulk) { () throws(Abort) in try body(values) }
        } catch { throw error.at(location) }
      }
    case .property(let get, _):
      // Of texts it is found by going over them.
      let isKnown = ["count", "isEmpty", "first", "last", "startIndex", "endIndex"].contains(choice.declaration.name)
      return { frame throws(Abort) in
        let values = try codes.values(frame)
        do throws(Abort) {
          if isKnown, values.first?.holdsText == false { return try get(values) }
          return try machine.operate(on: values.bulk) { () throws(Abort) in try get(values) }
        } catch { throw error.at(location) }
      }
    case .mutating(let body):
      return { frame throws(Abort) in
        var values = try codes.values(frame)
        guard !values.isEmpty else { return .void }
        var target = values.removeFirst()
        do throws(Abort) { return try body(&target, values) } catch { throw error.at(location) }
      }
    case .writing: return constant(.void)
    case .contextual(let body), .reference(let body, _):
      let make = nativeCall(choice, expression)
      // What is no member prints, waits, begins a task.
      // A sort counts what it does: it can be left in the middle.
      let isOfValues =
        (receiver != nil || choice.declaration.kind == .initializer) && choice.declaration.name != "sorted"
      return { frame throws(Abort) in
        let values = try codes.values(frame)
        do throws(Abort) {
          let call = make(frame, values)
          guard isOfValues else { return try body(call) }
          return try machine.operate(on: values.bulk) { () throws(Abort) in try body(call) }
        } catch { throw error.at(location) }
      }
    }
  }

  func nativeCall(_ choice: Choice, _ expression: Expr) -> (Frame?, [Value]) -> NativeCall {
    var types: [String: Type] = [:]
    for (parameter, type) in choice.substitution { types[parameter.name] = type }
    if let base = choice.base { types["Self"] = base }
    let site = CallSite(
      location: location(expression.anchor), file: file, span: expression.span, types: types, result: expression.type,
      parameterTypes: choice.declaration.parameters.map { parameterType($0, choice) })
    let machine = machine
    let isOpen = types.values.contains(where: \.hasParameters) || site.result.hasParameters
    guard isOpen, let substitute = substituting() else {
      return { NativeCall(machine: machine, arguments: $1, site: site) }
    }
    return { frame, arguments in
      let site = frame.map { frame in site.substituting { substitute(frame, $0) } } ?? site
      return NativeCall(machine: machine, arguments: arguments, site: site)
    }
  }
}
