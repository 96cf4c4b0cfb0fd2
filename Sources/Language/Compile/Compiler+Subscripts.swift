/// Subscripts as places, those of key paths too.
extension FunctionCompiler {
  func subscriptPlace(_ base: Expr, _ expression: Expr) -> Place {
    guard let choice = expression.choice, let bound = expression.arguments else {
      return keyPathPlace(base, expression)
    }
    let codes = compile(bound, choice, expression).map(\.code)
    let location = location(expression.anchor)
    let machine = machine
    let basePlace = choice.declaration.isSettable && !base.type.isClass ? place(base) : fixed(compile(base))
    func indices(_ frame: Frame) throws(Abort) -> [Value] { try codes.values(frame) }
    switch choice.declaration.implementation {
    case .native(.property(let get, let set)):
      let code = basePlace.read
      let isArray = base.type.nominal === library.arrayNominal
      let isTable = base.type.nominal === library.dictionaryNominal && bound.count <= 2
      return Place(
        read: { frame throws(Abort) in
          let receiver = try code(frame)
          if codes.count == 1 {
            let index = try codes[0](frame)
            if isArray, case .array(let list) = receiver, case .int(let position) = index,
              list.indices.contains(position)
            {
              return list[position]
            }
            do throws(Abort) { return try get([receiver, index]) } catch { throw error.at(location) }
          }
          let operands = [receiver] + (try indices(frame))
          do throws(Abort) { return try get(operands) } catch { throw error.at(location) }
        },
        write: { frame, value throws(Abort) in
          let values = try indices(frame)
          do throws(Abort) {
            if isArray, let array = basePlace.array, values.count == 1, case .int(let position) = values[0] {
              return try array.element(frame, position) { element throws(Abort) in
                element = value
              } _: { target throws(Abort) in
                try set(&target, values, value)
              }
            }
            try basePlace.modify(frame) { target throws(Abort) in try set(&target, values, value) }
          } catch { throw error.at(location) }
        },
        modify: { frame, body throws(Abort) in
          let values = try indices(frame)
          do throws(Abort) {
            func whole(_ target: inout Value) throws(Abort) {
              if isArray, case .array(var list) = target, case .int(let position)? = values.first,
                list.indices.contains(position)
              {
                target = .void
                let place = list.place
                defer {
                  list.countMove(from: place)
                  target = .array(list)
                }
                try body(&list[position])
                return
              }
              if isTable, case .dictionary(var table) = target, let key = values.first,
                let index = table.index(forKey: key)
              {
                // Taken out, so that what is in the table is not shared with it.
                target = .void
                var value = Value.void
                try AbstractMachine.onMany(table.count) { swap(&value, &table.values[index]) }
                value = values.count == 1 ? value.some : value
                defer {
                  if let left = values.count == 1 ? value.unwrapped : value {
                    table.values[index] = left
                  } else {
                    table.remove(at: index)
                  }
                  target = .dictionary(table)
                }
                return try body(&value)
              }
              var value = try get([target] + values)
              try body(&value)
              try set(&target, values, value)
            }
            if isArray, let array = basePlace.array, values.count == 1, case .int(let position) = values[0] {
              return try array.element(frame, position, body, whole)
            }
            try basePlace.modify(frame, whole)
          } catch { throw error.at(location) }
        })
    case .native(let native):
      return fixed(invoke(native, choice, codes.map { .value($0) }, receiver: basePlace.read, expression))
    case .accessors(let getter, let setter):
      let fixed = (machine.compiled(getter), setter.map { machine.compiled($0) })
      let isMutating = setter?.isMutating ?? false
      let code = basePlace.read
      let declaration = choice.declaration
      let environment = environment
      var isOpen = declaration.owner?.kind == .classType
      if case .superReference = base.kind { isOpen = false }
      // A subclass may have others in its place.
      func current(_ receiver: Value) -> (read: CompiledFunction, write: CompiledFunction?) {
        guard isOpen, let type = receiver.classOfReceiver, type !== declaration.owner,
          let found = machine.overridingSubscript(declaration, in: type, environment),
          case .accessors(let getter, let setter) = found.implementation
        else { return fixed }
        return (machine.compiled(getter), setter.map { machine.compiled($0) })
      }
      let types = typeArguments(choice)
      func load(_ frame: Frame, _ operands: [Value]) throws(Abort) -> Value {
        let getter = current(operands[0]).read
        guard let types else { return try machine.call(getter, captures: [], operands) }
        return try machine.call(getter, operands, types: types(frame).passed(from: declaration, to: getter))
      }
      func store(_ frame: Frame, _ target: inout Value, _ values: [Value], _ value: Value) throws(Abort) {
        guard let write = current(target).write else { return }
        let types = types?(frame).passed(from: declaration, to: write)
        if isMutating {
          _ = try machine.callMutating(write, &target, values + [value], types: types)
        } else if let types {
          _ = try machine.call(write, [target] + values + [value], types: types)
        } else {
          _ = try machine.call(write, captures: [], [target] + values + [value])
        }
      }
      return Place(
        read: { frame throws(Abort) in
          let receiver = try code(frame)
          let operands = [receiver] + (try indices(frame))
          do throws(Abort) { return try load(frame, operands) } catch { throw error.at(location) }
        },
        write: { frame, value throws(Abort) in
          let values = try indices(frame)
          do throws(Abort) {
            try basePlace.modify(frame) { target throws(Abort) in try store(frame, &target, values, value) }
          } catch { throw error.at(location) }
        },
        modify: { frame, body throws(Abort) in
          let values = try indices(frame)
          do throws(Abort) {
            try basePlace.modify(frame) { target throws(Abort) in
              var value = try load(frame, [target] + values)
              try body(&value)
              try store(frame, &target, values, value)
            }
          } catch { throw error.at(location) }
        })
    case .requirement: return requiredSubscript(choice, basePlace, codes, location)
    default: return fixed(constant(.void))
    }
  }

  /// A subscript that a protocol asks for: the value's own type says which one it is.
  private func requiredSubscript(_ choice: Choice, _ base: Place, _ codes: [Code], _ location: Location) -> Place {
    let machine = machine
    let environment = environment
    let declaration = choice.declaration
    let known = receiverType(choice)
    func found(_ frame: Frame, _ receiver: Value) throws(Abort) -> Declaration {
      guard let found = machine.witness(declaration, for: receiver, as: known?(frame), environment) else {
        throw Abort.fault("no implementation of '\(declaration.fullName)' for this value")
      }
      return found
    }
    func store(_ found: Declaration, _ target: inout Value, _ values: [Value], _ value: Value) throws(Abort) {
      switch found.implementation {
      case .native(.property(_, let set)): try set(&target, values, value)
      case .accessors(_, let setter?) where setter.isMutating:
        _ = try machine.callMutating(machine.compiled(setter), &target, values + [value])
      case .accessors(_, let setter?):
        _ = try machine.call(machine.compiled(setter), captures: [], [target] + values + [value])
      default: throw Abort.fault("'\(found.fullName)' cannot be assigned to here")
      }
    }
    return Place(
      read: { frame throws(Abort) in
        let receiver = try base.read(frame).unboxed
        let values = try codes.values(frame)
        do throws(Abort) { return try machine.invoke(try found(frame, receiver), receiver: receiver, values) } catch {
          throw error.at(location)
        }
      },
      write: { frame, value throws(Abort) in
        let values = try codes.values(frame)
        do throws(Abort) {
          let member = try found(frame, try base.read(frame).unboxed)
          try base.modify(frame) { target throws(Abort) in
            target = target.unboxed
            try store(member, &target, values, value)
          }
        } catch { throw error.at(location) }
      },
      modify: { frame, body throws(Abort) in
        let values = try codes.values(frame)
        do throws(Abort) {
          let member = try found(frame, try base.read(frame).unboxed)
          try base.modify(frame) { target throws(Abort) in
            target = target.unboxed
            var value = try machine.invoke(member, receiver: target, values)
            try body(&value)
            try store(member, &target, values, value)
          }
        } catch { throw error.at(location) }
      })
  }

  /// `base[keyPath: path]`
  private func keyPathPlace(_ base: Expr, _ expression: Expr) -> Place {
    guard case .subscripted(_, let arguments) = expression.kind, let path = arguments.first?.value else {
      return fixed(constant(.void))
    }
    let code = compile(path)
    let basePlace = base.type.isClass || expression.goesThroughReference ? fixed(compile(base)) : place(base)
    let read = basePlace.read
    let isErased = path.type.genericArguments.count < 2
    return Place(
      read: { frame throws(Abort) in
        guard case .native(let object) = try code(frame), let keyPath = object as? KeyPathObject else { return .void }
        return isErased ? try keyPath.getAny(try read(frame)) : try keyPath.get(try read(frame))
      },
      write: { frame, value throws(Abort) in
        guard case .native(let object) = try code(frame), let keyPath = object as? KeyPathObject else { return }
        try basePlace.modify(frame) { target throws(Abort) in try keyPath.set(&target, value) }
      },
      modify: { frame, body throws(Abort) in
        guard case .native(let object) = try code(frame), let keyPath = object as? KeyPathObject else { return }
        try basePlace.modify(frame) { target throws(Abort) in
          var value = try keyPath.get(target)
          try body(&value)
          try keyPath.set(&target, value)
        }
      })
  }
}

extension Value {
  /// The class that says which of overridden members is meant: that of an object, or one whose static member is used.
  fileprivate var classOfReceiver: Nominal? {
    switch self {
    case .instance(let instance): instance.type
    case .metatype(let box): box.type.nominal
    default: nil
    }
  }
}
