// A way to a value that is somewhere else: the daemon's `Binding` and `Bindable`, in compiled programs.
internal import Glibc
internal import Synchronization

/// Why a binding is not read or written.
public struct BindingError: Error, Hashable, Sendable, CustomStringConvertible {
  public let message: String
  public var description: String { message }

  /// Told what an assignment to `wrappedValue` is refused for; by default it is written to the standard error.
  public static var onRefusal: @Sendable (BindingError) -> Void {
    get { refusals.withLock { $0 } }
    set { refusals.withLock { $0 = newValue } }
  }

  private static let refusals = Mutex<@Sendable (BindingError) -> Void>({ error in
    let line = Array("\(error)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  })
}

/// Reads and writes a value where it is. An element of a list is meant by its identity, wherever it moves.
///
/// As in the daemon, and other than in SwiftUI, nothing is lost in silence: what is constant, out of range or gone is an error
/// of `set(_:)` and `get()`. An assignment to `wrappedValue` is refused there, and `BindingError.onRefusal` is told; reading
/// it where nothing is traps, as an index of an array does.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  /// As a program would write it, for messages.
  let name: String
  private let reading: () throws -> Value
  private let writing: (Value) throws -> Void
  /// Of an element that is meant by its identity: whether a value has that.
  private(set) var identifies: ((Value) -> Bool)?
  /// The object that it leads into, if that is known.
  private(set) var owner: AnyObject?

  init(
    name: String, in owner: AnyObject? = nil, read: @escaping () throws -> Value,
    write: @escaping (Value) throws -> Void
  ) {
    (self.name, self.owner, reading, writing) = (name, owner, read, write)
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
      do { try writing(newValue) } catch {
        BindingError.onRefusal(error as? BindingError ?? BindingError(message: "\(error)"))
      }
    }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> Binding<Part> {
    Binding<Part>(name: name, in: owner) {
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
    var limited = Binding(name: name, in: owner, read: reading) { value in
      guard range.contains(value) else {
        throw BindingError(message: "\(value) is not in \(range.lowerBound)...\(range.upperBound)")
      }
      try writing(value)
    }
    limited.identifies = identifies
    return limited
  }
}

extension Binding where Value: MutableCollection, Value.Element: Identifiable {
  /// The element of that identity, wherever it is.
  public subscript(id id: Value.Element.ID) -> Binding<Value.Element> {
    element(id) { ($0 as Value.Element).id }
  }
}

extension Binding: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

/// A list's binding is a list of bindings: `for book in Bindable(shelf).books { book.title.wrappedValue += "!" }`. Elements that
/// have an identity are meant by it.
extension Binding: Sequence where Value: MutableCollection {
  public typealias Element = Binding<Value.Element>
  public typealias Iterator = IndexingIterator<Binding<Value>>
  public typealias SubSequence = Slice<Binding<Value>>
}

extension Binding: Collection where Value: MutableCollection {
  public typealias Index = Value.Index
  public typealias Indices = Value.Indices
  public var indices: Value.Indices { wrappedValue.indices }
  public var startIndex: Value.Index { wrappedValue.startIndex }
  public var endIndex: Value.Index { wrappedValue.endIndex }
  public func index(after place: Value.Index) -> Value.Index { wrappedValue.index(after: place) }

  /// The element that is at a place now.
  public subscript(place: Value.Index) -> Binding<Value.Element> {
    func identity(_ element: Value.Element) -> AnyHashable? {
      (element as? any Identifiable).map { AnyHashable(Self.id(of: $0)) }
    }
    let missing = BindingError(message: "\(name) has no element at \(place)")
    if let list = try? reading(), list.indices.contains(place), let id = identity(list[place]) {
      return element(id) { identity($0) }
    }
    return Binding<Value.Element>(name: "\(name)[\(place)]", in: owner) {
      let list = try reading()
      guard list.indices.contains(place) else { throw missing }
      return list[place]
    } write: { element in
      var list = try reading()
      guard list.indices.contains(place) else { throw missing }
      list[place] = element
      try writing(list)
    }
  }

  private static func id<Element: Identifiable>(of element: Element) -> AnyHashable { AnyHashable(element.id) }

  fileprivate func element<ID: Hashable>(_ id: ID, _ identity: @escaping (Value.Element) -> ID?)
    -> Binding<Value.Element>
  {
    func find(in list: Value) throws -> Value.Index {
      guard let place = list.firstIndex(where: { identity($0) == id }) else {
        throw BindingError(message: "\(name) does not have an element \(id) any more")
      }
      return place
    }
    var element = Binding<Value.Element>(name: "\(name)[id: \(id)]", in: owner) {
      let list = try reading()
      return list[try find(in: list)]
    } write: { element in
      var list = try reading()
      let place = try find(in: list)
      // It would be another one, and this lead nowhere.
      guard identity(element) == id else {
        throw BindingError(message: "\(name)[id: \(id)] is known by its id, which stays what it is")
      }
      list[place] = element
      try writing(list)
    }
    element.identifies = { identity($0) == id }
    return element
  }
}

extension Binding: BidirectionalCollection where Value: BidirectionalCollection & MutableCollection {
  public func index(before place: Value.Index) -> Value.Index { wrappedValue.index(before: place) }
}

extension Binding: RandomAccessCollection where Value: RandomAccessCollection & MutableCollection {}

/// An object whose properties are bindings: `Bindable(shelf).books[id: 2].title`.
@dynamicMemberLookup
public struct Bindable<Object: AnyObject> {
  private let object: Object

  public init(_ object: Object) { self.object = object }

  public subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<Object, Value>) -> Binding<Value> {
    // A key path of a compiled program does not know the name of a property that is wrapped.
    Binding(name: "the \(Value.self) of a \(Object.self)", in: object) {
      object[keyPath: path]
    } write: {
      object[keyPath: path] = $0
    }
  }
}
