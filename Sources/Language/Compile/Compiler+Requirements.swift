/// Calls of what a protocol asks for: the receiver's own type says while running which function that is.
extension FunctionCompiler {
  func invokeRequirement(_ choice: Choice, _ arguments: [ArgumentCode], _ receiver: Code?, _ expression: Expr)
    -> Code
  {
    let declaration = choice.declaration
    let machine = machine
    let environment = environment
    let location = location(expression.span)
    let codes = arguments.map(\.code)
    // An operator is its operands' type's.
    guard let receiver = receiver ?? choice.base.map({ metatype($0) }) else { return constant(.void) }
    let types = typeArguments(choice)
    let known = receiverType(choice)
    let opened = openedParameters(choice, offset: 0)
    if arguments.hasPlaces {
      return { frame throws(Abort) in
        let value = try receiver(frame).unboxed
        do throws(Abort) {
          guard let found = machine.witness(declaration, for: value, as: known?(frame), environment),
            case .function(let context) = found.implementation
          else { throw Abort.fault("no implementation of '\(declaration.fullName)' for this value") }
          let passed = types.map { $0(frame).passed(from: declaration, to: found) }
          let own = context.selfVariable == nil ? nil : value
          return try arguments.lending(frame, receiver: own) { values throws(Abort) in
            try machine.callInout(machine.compiled(context), captures: [], &values, types: passed)
          }
        } catch { throw error.at(location) }
      }
    }
    let operand = choice.base.flatMap { _ in declaration.firstOwnOperand }
    return { frame throws(Abort) in
      var value = try receiver(frame).unboxed
      var values = try codes.values(frame)
      // Where nothing says what a parameter stands for (a library type's, in an extension), an operand does.
      if let operand, case .metatype(let box) = value, box.type.nominal == nil {
        value = .metatype(TypeBox(machine.dynamicType(values[operand].unboxed, .hole)))
      }
      do throws(Abort) {
        guard let found = machine.witness(declaration, for: value, as: known?(frame), environment) else {
          throw Abort.fault("no implementation of '\(declaration.fullName)' for this value")
        }
        var given = types?(frame)
        if !opened.isEmpty, let known = given { given = machine.opening(known, opened, &values) }
        let passed = given?.passed(from: declaration, to: found)
        return try machine.invoke(found, receiver: value, values, types: passed)
      } catch { throw error.at(location) }
    }
  }
}

extension Declaration {
  /// The first parameter of a static requirement that is the conforming type itself.
  fileprivate var firstOwnOperand: Int? {
    guard isStatic, let own = owner?.selfParameter else { return nil }
    return parameters.firstIndex { $0.type == .parameter(own) }
  }
}
