/// Places: what can stand on the left of an assignment, behind `&`, or before a mutating call.
extension FunctionCompiler {
  func place(_ expression: Expr) -> Place { observed(expression, placeHere(expression)) }

  private func placeHere(_ expression: Expr) -> Place {
    switch expression.kind {
    case .tuple(let items) where items.count == 1: return place(items[0].value)
    case .name:
      if let choice = expression.choice {
        if let own = expression.local, own.isSelf, choice.declaration.owner != nil, !choice.isOnMetatype {
          return property(choice, selfPlace(own), own.type, expression)
        }
        return global(choice, expression)
      }
      if let variable = expression.local { return place(variable) }
      return fixed(compile(expression))
    case .member(let base, _):
      guard let choice = expression.choice else { return fixed(compile(expression)) }
      if choice.declaration.kind == .subscripted { return subscriptPlace(base, expression) }
      if choice.isOnMetatype || choice.declaration.isStatic { return global(choice, expression) }
      if case .superReference = base.kind, let own = base.local {
        return property(choice, fixed(read(own)), base.type, expression, isSuper: true)
      }
      if needsPlace(base, choice) { return property(choice, place(base), base.type, expression) }
      return property(choice, fixed(compile(base), slot: ownSlot(base)), base.type, expression)
    case .subscripted(let base, _): return subscriptPlace(base, expression)
    case .bindOptional(let inner): return unwrapping(place(inner)) { () throws(Abort) in throw .missing }
    case .forceUnwrap(let inner):
      let location = locationOfMark(expression.span)
      return unwrapping(place(inner)) { () throws(Abort) in
        throw .fault(Fault(message: "Unexpectedly found nil while unwrapping an Optional value", location: location))
      }
    case .optionalChain(let inner): return place(inner)
    case .inoutReference(let inner): return place(inner)
    case .implicitMember: if let choice = expression.choice { return global(choice, expression) }
    default: break
    }
    return fixed(compile(expression))
  }

  private func selfPlace(_ own: LocalVariable) -> Place {
    own.type.isClass ? fixed(read(own), slot: ownSlot(own)) : place(own)
  }

  /// A value whose copy is as good as itself: an object, or something that is only read.
  func fixed(_ code: @escaping Code, slot: Int? = nil) -> Place {
    Place(
      slot: slot, read: code, write: { _, _ throws(Abort) in },
      modify: { frame, body throws(Abort) in
        var value = try code(frame)
        try body(&value)
      })
  }

  private func needsPlace(_ base: Expr, _ choice: Choice) -> Bool {
    // A constant field is written once, by `init`.
    if case .stored = choice.declaration.implementation { return !base.type.isClass }
    if case .accessors(let getter, _) = choice.declaration.implementation, getter.isMutating { return true }
    return !base.type.isClass && choice.declaration.isSettable
  }

  private func unwrapping(_ place: Place, _ missing: @escaping () throws(Abort) -> Never) -> Place {
    let read = place.read
    return Place(
      read: { frame throws(Abort) in
        guard let value = try read(frame).unwrapped else { try missing() }
        return value
      },
      write: { frame, value throws(Abort) in
        if try read(frame).isNull { try missing() }
        try place.write(frame, value.some)
      },
      modify: { frame, body throws(Abort) in
        try place.modify(frame) { target throws(Abort) in
          guard var value = target.unwrapped else { try missing() }
          target = .void
          defer { target = value.some }
          try body(&value)
        }
      })
  }

  // MARK: Properties

  private func property(
    _ choice: Choice, _ base: Place, _ baseType: Type, _ expression: Expr, isSuper: Bool = false
  ) -> Place {
    let declaration = choice.declaration
    let machine = machine
    let location = location(expression.anchor)
    switch declaration.implementation {
    case .builtin(.tupleElement(let index)): return element(index, base)
    case .stored(let slot):
      if declaration.owner?.kind == .classType {
        return instanceProperty(slot, base, declaration, location, isSuper: isSuper)
      }
      return recordField(slot, base, declaration, location)
    case .projected(let slot):
      let object = base.read
      let elementType = expression.type.genericArguments.first ?? .hole
      return fixed { frame throws(Abort) in
        guard case .instance(let instance) = try object(frame) else { return .void }
        return .native(machine.projection(instance, slot, elementType))
      }
    case .accessors(let getter, let setter):
      let place = computed(
        machine.compiled(getter), setter.map { machine.compiled($0) }, setter?.isMutating ?? false, base, choice,
        location, isSuper)
      guard context.kind == .initializer, context.nominal === declaration.owner, let storage = declaration.storage,
        let wrapping = storage.wrapping
      else { return place }
      return firstWrapped(storage, machine.compiled(wrapping), base, place, location)
    case .native(let native): return nativeProperty(native, choice, base, expression)
    case .derived(.rawValue):
      let code = base.read
      return fixed { frame throws(Abort) in try code(frame).enumCase?.rawValue ?? .void }
    case .requirement:
      let environment = environment
      let code = base.read
      let known = receiverType(choice)
      return Place(
        read: { frame throws(Abort) in
          let receiver = try code(frame).unboxed
          guard let found = machine.witness(declaration, for: receiver, as: known?(frame), environment) else {
            throw Abort.fault("no implementation of '\(declaration.name)' for this value").at(location)
          }
          do throws(Abort) { return try machine.invoke(found, receiver: receiver, []) } catch {
            throw error.at(location)
          }
        },
        write: { frame, value throws(Abort) in
          let receiver = try code(frame).unboxed
          guard let found = machine.witness(declaration, for: receiver, as: known?(frame), environment) else { return }
          if case .instance(let instance) = receiver {
            try machine.set(instance, found, value)
          } else {
            try base.modify(frame) { target throws(Abort) in try machine.setMember(&target, found, value) }
          }
        },
        modify: { frame, body throws(Abort) in
          let receiver = try code(frame).unboxed
          guard let found = machine.witness(declaration, for: receiver, as: known?(frame), environment) else { return }
          var value = try machine.invoke(found, receiver: receiver, [])
          try body(&value)
          if case .instance(let instance) = receiver {
            try machine.set(instance, found, value)
          } else {
            try base.modify(frame) { target throws(Abort) in try machine.setMember(&target, found, value) }
          }
        })
    default: return fixed(constant(.void))
    }
  }

  /// A wrapped property in an initialiser: its first value makes the wrapper.
  private func firstWrapped(
    _ storage: StoredProperty, _ wrapping: CompiledFunction, _ base: Place, _ place: Place, _ location: Location
  ) -> Place {
    let machine = machine
    let own = base.read
    let stored =
      storage.declaration.owner?.kind == .classType
      ? instanceProperty(storage.slot, base, storage.declaration, location, isSuper: false)
      : recordField(storage.slot, base, storage.declaration, location)
    return Place(
      read: place.read,
      write: { frame, value throws(Abort) in
        let isUnset =
          switch try own(frame) {
          case .record(let record): record.isUnset(storage.slot)
          case .instance(let instance): !instance.isPlain(storage.slot)
          default: false
          }
        if isUnset {
          try stored.write(frame, try machine.call(wrapping, captures: [], value))
        } else {
          try place.write(frame, value)
        }
      }, modify: place.modify)
  }

  private func element(_ index: Int, _ base: Place) -> Place {
    let code = base.read
    return Place(
      read: { frame throws(Abort) in try code(frame).tupleElement(index) },
      write: { frame, value throws(Abort) in
        try base.modify(frame) { target throws(Abort) in
          guard case .tuple(let tuple) = target else { return }
          var elements = tuple.elements
          elements[index] = value
          target = .tuple(Tuple(elements, labels: tuple.labels))
        }
      },
      modify: { frame, body throws(Abort) in
        try base.modify(frame) { target throws(Abort) in
          guard case .tuple(var tuple) = target else { return }
          // Taken out, so that this is the only reference unless the value is shared.
          target = .void
          if !isKnownUniquelyReferenced(&tuple) { tuple = Tuple(tuple.elements, labels: tuple.labels) }
          defer { target = .tuple(tuple) }
          try body(&tuple.elements[index])
        }
      })
  }

  private func recordField(_ slot: Int, _ base: Place, _ declaration: Declaration, _ location: Location) -> Place {
    let code = base.read
    let name = declaration.name
    let property = declaration.owner?.storedProperties[slot]
    let isLazy = property?.isLazy ?? false
    let isInitializer = context.kind == .initializer && context.nominal === declaration.owner
    let observers = property.flatMap { $0.isObserved && !isInitializer && !isObserver(of: $0) ? $0 : nil }
    let machine = machine
    func change(_ target: inout Value, _ body: (inout Value) throws(Abort) -> Void) throws(Abort) {
      guard case .record(var record) = target else { return }
      // Taken out, so that this is the only reference unless the value is shared.
      target = .void
      if !isKnownUniquelyReferenced(&record) { record = record.copy() }
      defer { target = .record(record) }
      if let observers {
        let old = record[slot]
        var value = old
        try body(&value)
        if let observer = observers.willSet {
          var whole = Value.record(record)
          _ = try machine.callMutating(machine.compiled(observer), &whole, [value])
          if case .record(let changed) = whole { record = changed }
          whole = .void
          if !isKnownUniquelyReferenced(&record) { record = record.copy() }
        }
        try record.withField(slot) { field throws(Abort) in field = value }
        if let observer = observers.didSet {
          var whole = Value.record(record)
          _ = try machine.callMutating(machine.compiled(observer), &whole, [old])
          if case .record(let changed) = whole { record = changed }
        }
        return
      }
      try record.withField(slot, body)
    }
    func reading(_ frame: Frame) throws(Abort) -> Value {
      guard case .record(let record) = try code(frame) else { return .void }
      let value = record[slot]
      if case .void = value, let property, !property.type.strippingOptionals.0.isVoid,
        isLazy || !property.type.hasParameters
      {
        if isLazy {
          var made = Value.void
          try base.modify(frame) { target throws(Abort) in
            made =
              try property.initial.map { initial throws(Abort) in
                try machine.call(machine.compiled(initial), captures: [], initial.selfVariable == nil ? [] : [target])
              } ?? .void
            try change(&target) { field throws(Abort) in field = made }
          }
          return made
        }
        throw Abort.fault("property '\(name)' is used before it has a value").at(location)
      }
      if value.isNull, let property, property.isUnowned, property.type.wrapped == nil {
        throw Abort.fault(
          "attempted to read an unowned reference '\(name)' but the object was already deallocated"
        ).at(location)
      }
      return value
    }
    let isUnowned = property?.isUnowned ?? false
    // A field of what is in a slot is read without taking the record out.
    let own = base.slot
    return Place(
      read: { frame throws(Abort) in
        if let own, !isUnowned, case .record(let record) = frame[own], !record.isUnset(slot) { return record[slot] }
        return try reading(frame)
      },
      write: { frame, value throws(Abort) in
        try base.modify(frame) { target throws(Abort) in try change(&target) { field throws(Abort) in field = value } }
      },
      modify: { frame, body throws(Abort) in
        // What is changed in place has to be there.
        if isLazy { _ = try reading(frame) }
        try base.modify(frame) { target throws(Abort) in try change(&target, body) }
      })
  }

  /// Observers see to the value themselves: what they assign to their own property is not observed again.
  private func isObserver(of property: StoredProperty) -> Bool {
    context.kind == .observer && (context === property.willSet || context === property.didSet)
  }

  private func instanceProperty(
    _ slot: Int, _ base: Place, _ declaration: Declaration, _ location: Location, isSuper: Bool
  ) -> Place {
    let machine = machine
    let object = base.read
    let own = base.slot
    let observed = declaration.owner?.storedProperties[slot]
    // In the class' own initialiser writing a property of the new object does not call its observers. One that it inherits
    // has its value already.
    let isInitializer =
      context.kind == .initializer && context.nominal === declaration.owner && observed?.overridden == nil
      && own != nil && own == context.selfVariable.map { self.slot($0) }
    let skipsOwnObservers =
      observed.map { ($0.willSet != nil || $0.didSet != nil) && (isInitializer || isObserver(of: $0)) } ?? false
    let published = observed?.isPublished == true ? observed?.name : nil
    let isTracked = observed?.isTracked ?? false
    let isCleaningUp = isDeferring
    // An observer of an overriding property writes the inherited one, which has observers of its own.
    let inherited = observed.flatMap { isObserver(of: $0) ? $0.overridden : nil }
    func override(_ instance: Instance) -> (FunctionContext, FunctionContext?)? {
      isSuper ? nil : machine.computed(declaration, of: instance)
    }
    func get(_ getter: FunctionContext, _ instance: Instance) throws(Abort) -> Value {
      do throws(Abort) { return try machine.call(machine.compiled(getter), captures: [], .instance(instance)) } catch {
        throw error.at(location)
      }
    }
    func set(_ setter: FunctionContext?, _ instance: Instance, _ value: Value) throws(Abort) {
      guard let setter else { return }
      do throws(Abort) {
        _ = try machine.call(machine.compiled(setter), captures: [], [.instance(instance), value])
      } catch { throw error.at(location) }
    }
    let owner = declaration.owner
    /// Nor does it call those that a subclass has added.
    func skipsObservers(_ instance: Instance) -> Bool {
      skipsOwnObservers
        || isInitializer && instance.type !== owner && instance.type.storedProperties[slot].isObserved
    }
    /// - Parameter part: what changes a part of the property alone, if that can be.
    func change(
      _ frame: Frame, part: (Instance) throws(Abort) -> Bool, _ body: (inout Value) throws(Abort) -> Void
    ) throws(Abort) {
      guard case .instance(let instance) = try object(frame) else { return }
      if let published, machine.isDubious {
        machine.warn(on: instance, published, at: location, isCleaningUp: isCleaningUp)
      }
      if let (getter, setter) = override(instance) {
        var value = try get(getter, instance)
        try body(&value)
        return try set(setter, instance, value)
      }
      let skips = skipsObservers(instance)
      if skips { instance.initializing.insert(slot) }
      defer { if skips { instance.initializing.remove(slot) } }
      if try part(instance) { return }
      try machine.modify(instance, slot, body)
    }
    let array = ArrayPlace(
      element: { frame, place, body, whole throws(Abort) in
        try change(
          frame, part: { instance throws(Abort) in try machine.editElement(instance, slot, place, body) }, whole)
      },
      part: { frame, part, body throws(Abort) in
        try change(frame, part: { instance throws(Abort) in try machine.editPart(instance, slot, part, body) }, body)
      })
    return Place(
      read: { frame throws(Abort) in
        if let own, !isTracked, case .instance(let instance) = frame[own], instance.type === owner,
          instance.isPlain(slot)
        {
          return instance.slots[slot]
        }
        guard case .instance(let instance) = try object(frame) else { return .void }
        if let (getter, _) = override(instance) { return try get(getter, instance) }
        if isTracked {
          do throws(Abort) { return try machine.read(instance, slot) } catch { throw error.at(location) }
        }
        switch instance.slots[slot] {
        case .void, .weak:
          do throws(Abort) { return try machine.read(instance, slot) } catch { throw error.at(location) }
        case let value: return value
        }
      },
      write: { frame, value throws(Abort) in
        guard case .instance(let instance) = try object(frame) else { return }
        if let published, machine.isDubious {
          machine.warn(on: instance, published, at: location, isCleaningUp: isCleaningUp)
        }
        if let (_, setter) = override(instance) { return try set(setter, instance, value) }
        if let inherited { return try machine.write(instance, slot, value, as: inherited) }
        let skips = skipsObservers(instance)
        if skips { instance.initializing.insert(slot) }
        defer { if skips { instance.initializing.remove(slot) } }
        try machine.write(instance, slot, value)
      },
      modify: { frame, body throws(Abort) in
        try change(frame, part: { _ throws(Abort) in false }, body)
      }, array: array)
  }

  private func computed(
    _ getter: CompiledFunction, _ setter: CompiledFunction?, _ isMutating: Bool, _ base: Place, _ choice: Choice,
    _ location: Location, _ isSuper: Bool
  ) -> Place {
    let machine = machine
    let code = base.read
    let declaration = choice.declaration
    let environment = environment
    let isClass = declaration.owner?.kind == .classType && !isSuper
    func current(_ receiver: Value) -> (CompiledFunction, CompiledFunction?) {
      guard isClass, case .instance(let instance) = receiver, instance.type !== declaration.owner,
        let found = machine.overridden(declaration, in: instance.type, environment),
        case .accessors(let read, let write) = found.implementation
      else { return (getter, setter) }
      return (machine.compiled(read), write.map { machine.compiled($0) })
    }
    func get(_ receiver: Value) throws(Abort) -> Value {
      do throws(Abort) { return try machine.call(current(receiver).0, captures: [], receiver) } catch {
        throw error.at(location)
      }
    }
    if getter.context.isMutating {
      return computed(changingGetter: getter, setter, isMutating, base, location)
    }
    func set(_ target: inout Value, _ value: Value) throws(Abort) {
      guard let setter = current(target).1 else { return }
      do throws(Abort) {
        if isMutating {
          _ = try machine.callMutating(setter, &target, [value])
        } else {
          _ = try machine.call(setter, captures: [], [target, value])
        }
      } catch { throw error.at(location) }
    }
    return Place(
      read: { frame throws(Abort) in try get(try code(frame)) },
      write: { frame, value throws(Abort) in
        try base.modify(frame) { target throws(Abort) in try set(&target, value) }
      },
      modify: { frame, body throws(Abort) in
        try base.modify(frame) { target throws(Abort) in
          var value = try get(target)
          try body(&value)
          try set(&target, value)
        }
      })
  }

  /// `mutating get`: reading changes the value that is read from.
  private func computed(
    changingGetter getter: CompiledFunction, _ setter: CompiledFunction?, _ isMutating: Bool, _ base: Place,
    _ location: Location
  ) -> Place {
    let machine = machine
    func get(_ target: inout Value) throws(Abort) -> Value {
      do throws(Abort) { return try machine.callMutating(getter, &target, []) } catch { throw error.at(location) }
    }
    func set(_ target: inout Value, _ value: Value) throws(Abort) {
      guard let setter else { return }
      do throws(Abort) {
        if isMutating {
          _ = try machine.callMutating(setter, &target, [value])
        } else {
          _ = try machine.call(setter, captures: [], [target, value])
        }
      } catch { throw error.at(location) }
    }
    return Place(
      read: { frame throws(Abort) in
        var result = Value.void
        try base.modify(frame) { target throws(Abort) in result = try get(&target) }
        return result
      },
      write: { frame, value throws(Abort) in
        try base.modify(frame) { target throws(Abort) in try set(&target, value) }
      },
      modify: { frame, body throws(Abort) in
        try base.modify(frame) { target throws(Abort) in
          var value = try get(&target)
          try body(&value)
          try set(&target, value)
        }
      })
  }

  private func nativeProperty(_ native: Native, _ choice: Choice, _ base: Place, _ expression: Expr) -> Place {
    let read = invoke(native, choice, [], receiver: base.read, expression)
    let location = location(expression.anchor)
    switch native {
    case .property(let get, let set):
      return Place(
        read: read,
        write: { frame, value throws(Abort) in
          do throws(Abort) { try base.modify(frame) { target throws(Abort) in try set(&target, [], value) } } catch {
            throw error.at(location)
          }
        },
        modify: { frame, body throws(Abort) in
          do throws(Abort) {
            try base.modify(frame) { target throws(Abort) in
              var value = try get([target])
              try body(&value)
              try set(&target, [], value)
            }
          } catch { throw error.at(location) }
        })
    case .reference(let get, let set):
      let make = nativeCall(choice, expression)
      let code = base.read
      return Place(
        read: read, write: { frame, value throws(Abort) in try set(make(frame, [try code(frame)]), value) },
        modify: { frame, body throws(Abort) in
          let call = make(frame, [try code(frame)])
          var value = try get(call)
          try body(&value)
          try set(call, value)
        })
    default: return fixed(read)
    }
  }

  // MARK: Static and global

  private func global(_ choice: Choice, _ expression: Expr) -> Place {
    switch choice.declaration.implementation {
    case .global(let variable): return place(variable, expression.span)
    case .accessors(let getter, let setter):
      let machine = machine
      let own: [Value] = getter.selfVariable == nil ? [] : [.metatype(TypeBox(choice.base ?? .hole))]
      let read = machine.compiled(getter)
      let write = setter.map { machine.compiled($0) }
      return Place(
        read: { _ throws(Abort) in try machine.call(read, captures: [], own) },
        write: { _, value throws(Abort) in if let write { _ = try machine.call(write, captures: [], own + [value]) } },
        modify: { _, body throws(Abort) in
          var value = try machine.call(read, captures: [], own)
          try body(&value)
          if let write { _ = try machine.call(write, captures: [], own + [value]) }
        })
    default: return fixed(staticReference(expression))
    }
  }
}
