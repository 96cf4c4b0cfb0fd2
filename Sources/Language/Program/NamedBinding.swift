/// A `Binding` that a name at top level holds: to clients the name stands for the place that it leads to.
public struct NamedBinding {
  public let name: String
  private let binding: BindingObject
  private let machine: Machine
  var type: Type { binding.type.argument(0) }

  fileprivate init(_ name: String, _ binding: BindingObject, _ machine: Machine) {
    (self.name, self.binding, self.machine) = (name, binding, machine)
  }

  public var typeName: String { type.description }

  /// The object's property that it leads to, or into, if that is known: the object, and names from there on.
  public var origin: (object: Instance, names: [String])? {
    guard let origin = binding.origin, let object = origin.object.object else { return nil }
    return (object, origin.names)
  }

  /// The same where there is nothing else to it, as a range that it is limited to.
  public var place: (object: Instance, names: [String])? { binding.origin?.isExact == true ? origin : nil }

  public func read() throws(RunFailure) -> Value {
    do { return try machine.look { () throws(Abort) in try binding.read() } } catch {
      throw machine.outside(error, at: binding.location)
    }
  }

  /// The same as `binding.wrappedValue = value` in source: refused where the binding is constant, limited or leads nowhere.
  public func write(_ value: Value) throws(RunFailure) {
    do { try machine.activate { () throws(Abort) in try binding.write(value) } } catch {
      throw machine.outside(error, at: binding.location)
    }
  }

  /// Where a value would be written: the object's property, or what is inside of one, and what that would be. Nothing is
  /// written.
  /// - Returns: nil where it leads to no property.
  public func placing(_ value: Value) throws(RunFailure) -> (object: Instance, names: [String], value: Value)? {
    do {
      let placed = try machine.look { () throws(Abort) in try binding.placing(value) }
      guard let placed, let object = placed.origin.object.object else { return nil }
      return (object, placed.origin.names, placed.value)
    } catch { throw machine.outside(error, at: binding.location) }
  }

  /// Refuses what it would not take. Nothing is written.
  public func check(_ value: Value) throws(RunFailure) {
    do { try machine.look { () throws(Abort) in try binding.check(value) } } catch {
      throw machine.outside(error, at: binding.location)
    }
  }

  /// A value of it with one part replaced by plain data.
  public func replacing(_ value: Value, _ steps: [PathStep], with part: PortableValue) throws(ReplacementError) -> Value
  {
    try value.replacing(type, along: steps, with: part)
  }

  public func part(along steps: [PathStep]) -> (typeName: String, schema: Schema)? {
    type.part(along: steps).map { ($0.description, $0.schema) }
  }

  /// As of a property.
  public func past(_ portable: PortableValue, along steps: [PathStep]) -> PortableValue? {
    type.part(along: steps).flatMap { try? Value(past: portable, as: $0) }?.portable
  }
}

extension Global {
  /// What it stands for, if it holds a `Binding`.
  public var binding: NamedBinding? {
    guard case .native(let object) = value, let binding = object as? BindingObject else { return nil }
    return NamedBinding(name, binding, machine)
  }
}
