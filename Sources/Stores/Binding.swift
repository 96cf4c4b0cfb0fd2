// A way to a value that is somewhere else: the daemon's `Binding` and `Bindable`, in compiled programs.
/// Why a binding is not read or written.
public struct BindingError: Error, Hashable, Sendable, CustomStringConvertible {
  public let message: String
  public var description: String { message }
}

/// Reads and writes a value where it is. An element of a list is meant by its identity, wherever it moves.
///
/// As in the daemon, and other than in SwiftUI, nothing is lost in silence: what is constant, out of range or gone is an error
/// of `set(_:)` and `get()`; reading or assigning `wrappedValue` traps there, as an index of an array does.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  /// As a program would write it, for messages.
  let name: String
  private let reading: () throws -> Value
  private let writing: (Value) throws -> Void

  init(name: String, read: @escaping () throws -> Value, write: @escaping (Value) throws -> Void) {
    (self.name, reading, writing) = (name, read, write)
  }

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.init(name: "Binding", read: get, write: set)
  }

  /// One that has a value of its own, and takes no other.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(name: "constant") {
      value
    } write: { _ in
      throw BindingError(message: "a constant binding cannot be set")
    }
  }

  public func get() throws -> Value { try reading() }
  public func set(_ value: Value) throws { try writing(value) }

  public var wrappedValue: Value {
    get {
      do { return try reading() } catch { preconditionFailure("\(error)") }
    }
    nonmutating set {
      do { try writing(newValue) } catch { preconditionFailure("\(error)") }
    }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> Binding<Part> {
    Binding<Part>(name: name) {
      try reading()[keyPath: path]
    } write: { part in
      var whole = try reading()
      whole[keyPath: path] = part
      try writing(whole)
    }
  }
}

extension Binding where Value: Comparable {
  /// The same place, which takes only what lies in the range.
  public func limited(to range: ClosedRange<Value>) -> Binding<Value> {
    Binding(name: name, read: reading) { value in
      guard range.contains(value) else {
        throw BindingError(message: "\(value) is not in \(range.lowerBound)...\(range.upperBound)")
      }
      try writing(value)
    }
  }
}

extension Binding where Value: MutableCollection & RangeReplaceableCollection, Value.Element: Identifiable {
  /// The element of that identity, wherever it is.
  public subscript(id id: Value.Element.ID) -> Binding<Value.Element> {
    func find(in list: Value) throws -> Value.Index {
      guard let place = list.firstIndex(where: { $0.id == id }) else {
        throw BindingError(message: "\(name) does not have an element \(id) any more")
      }
      return place
    }
    return Binding<Value.Element>(name: "\(name)[id: \(id)]") {
      let list = try reading()
      return list[try find(in: list)]
    } write: { element in
      var list = try reading()
      list[try find(in: list)] = element
      try writing(list)
    }
  }

  /// The element that is at a place now.
  public subscript(place: Value.Index) -> Binding<Value.Element> {
    guard let list = try? reading(), list.indices.contains(place) else {
      return Binding<Value.Element>(name: "\(name)[\(place)]") {
        throw BindingError(message: "\(name) has no element at \(place)")
      } write: { _ in
        throw BindingError(message: "\(name) has no element at \(place)")
      }
    }
    return self[id: list[place].id]
  }
}

/// An object whose properties are bindings: `Bindable(shelf).books[id: 2].title`.
@dynamicMemberLookup
public struct Bindable<Object: AnyObject> {
  private let object: Object

  public init(_ object: Object) { self.object = object }

  public subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<Object, Value>) -> Binding<Value> {
    // A key path of a compiled program does not know the name of a property that is wrapped.
    Binding(name: "the \(Value.self) of a \(Object.self)") {
      object[keyPath: path]
    } write: {
      object[keyPath: path] = $0
    }
  }
}
