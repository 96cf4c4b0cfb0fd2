/// What comes back after a restart or a redefinition: the values of names at top level, and the objects they held.
///
/// Data takes the place of the initial value, which is not computed again. An object is made by the initial value, with
/// what is kept of it put in before its `init` runs; where another one had been assigned since, that is made by `init()`.
internal import Combine

extension PropertyInfo {
  /// It keeps an object of the program, if only sometimes.
  public var keepsObject: Bool { isObject && slot != nil && !isLazy && !isReference }

  /// It holds a `Binding`, or several.
  public var keepsBinding: Bool {
    slot != nil && !isLazy && !isReference && !schema.mayBePlain && type.holdsBindings
  }

  /// Whether what is kept of it says that it is being loaded. Nobody is at that any more, and so it has its initial value.
  public func isLoading(_ kept: PortableValue) -> Bool { type.isLoading(kept) }

  /// It keeps subscriptions, timers or tasks: one, perhaps, or a list, set or dictionary of them.
  public var keepsWork: Bool { slot != nil && !isLazy && !isReference && type.isOfWork }
}

extension GlobalVariable {
  /// What the elements were known by that the bindings in it lead through; nil where none leads through any.
  public var boundIdentities: [PortableValue]? { holdsBindings ? value.boundIdentities : nil }
}

extension Type {
  /// Subscriptions, timers or tasks: one, perhaps, or a list, set or dictionary of them.
  fileprivate var isOfWork: Bool {
    let type = strippingOptionals.0
    switch type.libraryName {
    case "Array", "Set": return type.argument(0).isOfWork
    case "Dictionary": return type.argument(1).isOfWork
    case "AnyCancellable", "Timer", "Task", "DispatchSourceTimer", "DispatchWorkItem", "URLSessionDataTask",
      "URLSessionTask":
      return true
    default: break
    }
    guard case .existential(let existential) = type else { return false }
    return existential.protocols.contains { ["Cancellable", "NSObjectProtocol"].contains($0.qualifiedName) }
  }
}

extension Program {
  /// The variables at top level, in the order of declaration.
  public var variables: [GlobalVariable] { topLevel.all }

  /// The variable of that name at top level.
  public func variable(_ name: String) -> GlobalVariable? { topLevel[name] }

  /// What is over since the last time of what initial values and `init` had begun.
  /// - Returns: by owner; `isNew` for one that has taken the place of another, whose work is nothing to it.
  public func takeOverWork() -> [(key: String, work: OverWork, isNew: Bool)] { core.ledger.takeChanged() }

  /// Whether an owner has begun something in this program.
  public func hasBegun(_ owner: String) -> Bool { core.ledger.keys.contains(owner) }

  /// Leaves a property without the subscriptions, timers or tasks that an `init` has put there, as it was left before.
  public func empty(_ instance: Instance, slot: Int, as held: HeldValue) {
    switch (held, instance.storedValue(at: slot)) {
    case (.data(.null), _) where instance.type.storedProperties[slot].type.wrapped != nil:
      restore(instance, slot: slot, .null)
    case (.data(.list([])), .array): restore(instance, slot: slot, .array([]))
    case (.data(.list([])), .set): restore(instance, slot: slot, .set([]))
    case (.data(.record([])), .dictionary): restore(instance, slot: slot, .dictionary([:]))
    default: break
    }
  }

  /// Lets go of what variables hold, one after the other, as the program itself would: what ends by that says so.
  ///
  /// They have no value from then on. To be followed by the end of the program.
  public func letGo(of variables: [GlobalVariable]) {
    for variable in variables where variable.mayHoldObject && variable.isInitialized {
      _ = core.host.didRun(canPause: false)
      do throws(Abort) {
        try machine.activate { variable.value = .void }
      } catch { machine.report(error) }
    }
  }

  /// The static variables in types of these names, and in those within them, by name.
  public func staticVariables(in types: Set<String>) -> [GlobalVariable] {
    guard types.contains(where: declaresType) else { return [] }
    let found = staticVariables.compactMap { variable -> (place: String, GlobalVariable)? in
      guard let owner = variable.declaration?.owner?.qualifiedName else { return nil }
      return types.contains(String(owner.prefix { $0 != "." })) ? (owner + "." + variable.name, variable) : nil
    }
    return found.sorted { $0.place < $1.place }.map(\.1)
  }

  /// Why a variable has its initial value and not the one that was kept; `nil` if that fits.
  public func mismatch(of past: PortableValue, with variable: GlobalVariable) -> ValueMismatch? {
    variable.declaration?.resolved()
    do throws(ValueMismatch) { _ = try Value(past: past, as: variable.type) } catch { return error }
    return nil
  }

  /// Gives a variable the data that it had before, without telling observers, where it has other data now.
  public func restore(_ variable: GlobalVariable, past: PortableValue) {
    guard !variable.isLet, variable.value.portable != past, let value = try? Value(past: past, as: variable.type) else {
      return
    }
    variable.value = value
  }

  /// Gives a variable at top level an object that was there before. False if it does not fit any more.
  public func restore(_ variable: GlobalVariable, _ object: Instance) -> Bool {
    guard object.fits(variable.type) else { return false }
    variable.value = .instance(object)
    return true
  }

  /// Gives a property an object that was there before, or none. False if it does not fit any more.
  public func restore(_ instance: Instance, _ property: PropertyInfo, _ object: Instance?) -> Bool {
    guard let slot = property.slot,
      object?.fits(property.type) ?? (property.type.wrapped != nil)
    else { return false }
    restore(instance, slot: slot, object.map { .instance($0) } ?? .null)
    return true
  }

  /// An object of a class that was somewhere and is not made by itself, with what is kept of it. The type of its place says what
  /// the generic parameters of its class stand for.
  /// - Returns: the object, or a sentence why there is none.
  public func remake(_ className: String, at place: String, in holder: DeclaredType) -> Result<Instance, Unmade> {
    guard let nominal = nominal(named: className), nominal.kind == .classType else {
      return .failure(Unmade(reason: "there is no class '\(className)' any more"))
    }
    guard let type = type(of: nominal, as: holder.type.strippingOptionals.0) else {
      return .failure(
        Unmade(reason: "'\(className)' is generic, and the type '\(holder.type)' does not say what it was made with"))
    }
    let initializer = nominal.lineage.lazy.compactMap { [environment, machine] ancestor in
      environment.members(of: ancestor, named: "init").first {
        $0.resolved() && $0.parameters.isEmpty && !$0.isAsync && $0.kind == .initializer
          && machine.hold($0.requirements, of: ancestor, for: type)
      }
    }.first
    guard let initializer else {
      return .failure(Unmade(reason: "'\(className)' has no 'init()' to make it with"))
    }
    let outer = core.construction
    core.construction = Construction(at: place, type, core.host)
    defer { core.construction = outer }
    do {
      let made = try machine.activate { () throws(Abort) in
        try machine.make(nominal, type, initializer, [], environment)
      }
      return made.object.map { .success($0) } ?? .failure(Unmade(reason: "its 'init()' gave nothing"))
    } catch {
      return .failure(Unmade(reason: "its 'init()' failed: \(error.fault(at: .unknown).message)"))
    }
  }

  /// A class with the generic arguments that its objects have where a type is expected; `nil` where that does not say all.
  private func type(of nominal: Nominal, as expected: Type) -> Type? {
    if nominal.genericParameters.isEmpty { return .nominal(nominal, []) }
    guard let ancestor = expected.nominal, let pattern = environment.upcast(nominal.selfType, to: ancestor) else {
      return nil
    }
    var known: Substitution = [:]
    pattern.match(expected, &known)
    let arguments = nominal.genericParameters.compactMap { known[$0] }
    return arguments.count == nominal.genericParameters.count ? .nominal(nominal, arguments) : nil
  }

  /// Why an object could not be made again.
  public struct Unmade: Error {
    public let reason: String
  }

  /// Whether the library has something of this name, which a declaration at top level would hide from the whole program.
  public func hidesLibrary(_ name: String) -> Bool {
    let library = environment.library
    return library.type(named: name) != nil || library.alias(named: name) != nil
      || !library.globals(named: name).isEmpty
  }

  /// Whether a type of this name is declared at top level.
  public func declaresType(_ name: String) -> Bool { nominal(named: name)?.isUserType ?? false }

  func nominal(named name: String) -> Nominal? {
    var path = name.split(separator: ".").map(String.init)[...]
    guard let first = path.popFirst(), case .nominal(var found)? = environment.type(named: first) else { return nil }
    for part in path {
      guard case .nominal(let inner)? = environment.typeMember(of: found, named: part) else { return nil }
      found = inner
    }
    return found
  }
}

extension Instance {
  /// Whether it can be where a value of that type is expected.
  fileprivate func fits(_ type: Type) -> Bool {
    let type = type.strippingOptionals.0
    guard let nominal = type.nominal else { if case .existential = type { return true } else { return false } }
    return self.type.lineage.contains { $0 === nominal }
  }
}

extension Type {
  /// What the parameters in a pattern stand for, given a type that it is the pattern of.
  fileprivate func match(_ given: Type, _ known: inout Substitution) {
    switch (self, given) {
    case (.parameter(let parameter), _): known[parameter] = given
    case (.nominal(let own, let patterns), .nominal(let other, let arguments)) where own === other:
      for (pattern, argument) in zip(patterns, arguments) { pattern.match(argument, &known) }
    case (.tuple(let patterns), .tuple(let elements)):
      for (pattern, element) in zip(patterns, elements) { pattern.type.match(element.type, &known) }
    case (.function(let pattern), .function(let function)):
      for (pattern, parameter) in zip(pattern.parameters, function.parameters) {
        pattern.type.match(parameter.type, &known)
      }
      pattern.result.match(function.result, &known)
    default: break
    }
  }
}

/// The type of a place that can hold objects.
public struct DeclaredType {
  let type: Type
}

extension PropertyInfo {
  public var declaredType: DeclaredType { DeclaredType(type: type) }
}

extension GlobalVariable {
  public var declaredType: DeclaredType { DeclaredType(type: type) }
  public var typeName: String { type.description }
  /// Declared with `let`.
  public var isConstant: Bool { isLet }
  /// Declared outside any type.
  public var isTopLevel: Bool { declaration.map { $0.owner == nil } ?? false }
  /// A static variable that only its type sees.
  public var isPrivateInType: Bool {
    guard let declaration, declaration.owner != nil else { return false }
    return declaration.access == .private || declaration.access == .fileprivate
  }
  /// It may hold an object, if only deep inside.
  public var mayHoldObject: Bool { !isPlain }
  /// It only refers to something, or has no value yet.
  public var keepsNothing: Bool { isWeak || !isInitialized }
  public var present: Value { value }
  /// Its type is that of objects of the program, if only sometimes.
  public var keepsObject: Bool {
    let type = type.strippingOptionals.0
    if case .existential = type { return true }
    return type.nominal.map { $0.kind == .classType && $0.isUserType } ?? false
  }

  /// Where it is declared.
  public var location: Location? {
    guard let declaration, let file = declaration.declaredIn else { return nil }
    return file.location(declaration.span)
  }
}
