// An object with what has been told of it.
@_spi(Runtime) internal import Combine
internal import Wire

/// An exposed object of whatever type.
@MainActor
protocol Exposed: AnyObject {
  var name: String { get }
  var object: AnyObject { get }
  /// Declarations of the types that it speaks of, by name.
  var types: [String: String] { get }
  /// What it is now, for `provide.open`; what is told from then on differs from that.
  func offer(_ room: inout Room) -> ProvidedStore
  /// Whether the daemon has been given it.
  var isOffered: Bool { get }
  func takeChanges(_ room: inout Room) -> [ProvidedChange]
  /// What was told of a property, as a whole; `nil` where that is too much for one message: then it is told anew with its next
  /// change.
  func whole(_ path: String) -> ProvidedChange?
  /// What was offered of a property is refused: it is not tried again before it is another.
  func leaveOut(_ path: String)
  /// What writes a value, or a part of one.
  /// - Throws: why it will not do.
  func prepare(_ change: ProvidedChange) throws(StoresError) -> @MainActor () -> Void
  func call(_ path: String, _ arguments: JSONValue) async throws -> JSONValue?
  func setWatched(_ isWatched: Bool)
}

/// What fits into one message.
struct Room {
  /// What stands around the changes has its place, too.
  private static let bytesMax = WireLimits.frameBytesMax - 16_384

  private(set) var left = Room.bytesMax
  /// Something did not fit beside the rest, and follows in another message.
  private(set) var isFull = false
  /// What cannot be told, by path, and why.
  private(set) var refused: [(path: String, reason: String)] = []

  static func takes(_ value: JSONValue) -> Bool { value.bytes <= bytesMax }

  mutating func refuse(_ path: String, _ reason: String) { refused.append((path, reason)) }

  /// What is to be told of a value, and what is known of it then; `nil` where nothing is.
  mutating func change(_ path: String, from old: JSONValue?, to new: JSONValue, _ memo: CodingMemo?) -> (
    ProvidedChange, JSONValue
  )? {
    var known = new
    var change = Self.change(path, from: old, to: new, memo)
    var bytes = change.value.bytes + path.utf8.count + 64
    if bytes > Self.bytesMax {
      let step = ValuePatch.step(old, new, bytes: Self.bytesMax / 2, memo)
      if let step {
        known = step
        change = Self.change(path, from: old, to: step, memo)
        bytes = change.value.bytes + path.utf8.count + 64
      }
      guard step != nil, bytes <= Self.bytesMax else {
        refuse(path, "it has \(new.bytes) bytes, and a message has \(WireLimits.frameBytesMax) at most")
        return nil
      }
      isFull = true
    }
    guard bytes <= left || left == Self.bytesMax else {
      isFull = true
      return nil
    }
    left -= bytes
    return (change, known)
  }

  private static func change(_ path: String, from old: JSONValue?, to new: JSONValue, _ memo: CodingMemo?)
    -> ProvidedChange
  {
    guard let old, let patch = ValuePatch.from(old, to: new, memo) else {
      return ProvidedChange(path: path, value: new)
    }
    var change = ProvidedChange(path: path, value: patch)
    change.patch = true
    return change
  }
}

@MainActor
final class ExposedStore<Model: ObservableObject>: Exposed {
  let name: String
  private(set) var types: [String: String] = [:]
  private let model: Model
  var object: AnyObject { model }
  private let description: StoreDescription<Model>
  private var told: [String: JSONValue] = [:]
  /// Values of which all is told: as long as they are these, they need not be coded to know that.
  private var seen: [String: Any] = [:]
  /// What was coded of long lists and dictionaries.
  private var memos: [String: CodingMemo] = [:]
  /// An object may become another where it is; what is declared by hand may be one.
  private let hasObjects: Bool
  /// What could not be told, and is not tried again before it is another.
  private var untold: [String: Untold] = [:]
  private enum Untold: Equatable {
    case value(JSONValue)
    case uncodable(String)
  }
  private(set) var isOffered = false
  private var running: [Task<Void, Never>] = []
  private var watching: [AnyCancellable] = []

  private struct Property {
    let name: String
    let type: any Codable.Type
    let typeName: String
  }
  private var properties: [Property] = []
  private var signatures: [ProvidedMethod] = []

  init(
    _ model: Model, name: String, _ description: StoreDescription<Model>, environment: [AnyObject] = [],
    types names: TypeNames = TypeNames(), changed: Mark
  ) throws where Model.ObjectWillChangePublisher == ObservableObjectPublisher {
    self.model = model
    self.name = name
    self.description = description
    var describer = TypeDescriber(declared: description.declared, names: names)
    for (label, value) in storedProperties(of: model) {
      guard let property = value as? any EnvironmentProperty else { continue }
      try property.find(among: environment, as: "\(name).\(label.drop { $0 == "_" })")
    }
    let all = Self.published(of: model).map(\.name)
    if let unknown = (description.hidden.sorted() + (description.shown ?? [])).first(where: { !all.contains($0) }) {
      throw StoresError("'\(name).\(unknown)' is said to be shown or hidden, and is no @Published property")
    }
    for (label, published) in Self.published(of: model) where description.shows(label) {
      guard let type = published.valueType as? any Codable.Type else { continue }
      properties.append(
        Property(name: label, type: type, typeName: try describer.name(of: type, at: "\(name).\(label)")))
    }
    for setter in description.setters where !properties.contains(where: { $0.name == setter.name }) {
      throw StoresError(
        description.shows(setter.name)
          ? "'\(name).\(setter.name)' is said to be settable, and is no @Published property that is Codable"
          : "'\(name).\(setter.name)' is said to be settable, and is hidden")
    }
    for method in description.methods { signatures.append(try Self.signature(of: method, &describer, in: name)) }
    types = describer.declarations
    hasObjects = describer.hasObjects || !description.declared.isEmpty
    watching = [model.objectWillChange.sink { _ in changed.set() }]
    // So do the conflicts of a draft, with what it is of.
    if let draft = model as? any Draft, let source = DraftProperty.source(of: draft) {
      watching.append(source.sink { _ in changed.set() })
    }
    // What is fetched changes by itself.
    for (_, published) in Self.published(of: model) {
      if let token = published.observe({ changed.set() }) { watching.append(token) }
    }
  }

  private static func signature(
    of method: StoreDescription<Model>.Method, _ describer: inout TypeDescriber, in store: String
  ) throws(StoresError) -> ProvidedMethod {
    var signature = ProvidedMethod()
    signature.name = method.name
    signature.async = true
    signature.throws = true
    for (place, name) in StoreDescription<Model>.Method.names(method.labels).enumerated() {
      var parameter = ProvidedMethod.Parameter()
      parameter.name = name
      if method.labels[place] == "_" { parameter.label = "_" }
      parameter.type = try describer.name(of: method.types[place], at: "\(store).\(method.name)")
      signature.parameters.append(parameter)
    }
    if method.result != Void.self {
      guard let type = method.result as? any Decodable.Type else {
        throw StoresError("'\(store).\(method.name)' gives '\(method.result)', which is not Codable")
      }
      signature.result = try describer.name(of: type, at: "\(store).\(method.name)")
    }
    return signature
  }

  /// The properties with `@Published`, those of superclasses first; and what a draft says of itself.
  private static func published(of model: Model) -> [(name: String, property: any PublishedValue)] {
    let found: [(name: String, property: any PublishedValue)] = storedProperties(of: model).compactMap { label, value in
      guard label.hasPrefix("_"), let property = value as? any PublishedValue else { return nil }
      return (String(label.dropFirst()), property)
    }
    guard let draft = model as? any Draft else { return found }
    return found
      + DraftProperty.allCases.filter { property in !found.contains { $0.name == property.rawValue } }
      .map { ($0.rawValue, DraftValue(draft: draft, property: $0)) }
  }

  func setWatched(_ isWatched: Bool) {
    // Told again, it goes on.
    guard !isWatched || running.isEmpty else { return }
    for task in running { task.cancel() }
    running = []
    guard isWatched else { return }
    running = description.work.map { action in Task { [model] in await action(model) } }
  }

  func offer(_ room: inout Room) -> ProvidedStore {
    isOffered = true
    (told, untold, seen) = ([:], [:], [:])
    _ = takeChanges(&room)
    return ProvidedStore {
      $0.name = name
      $0.type = description.className
      $0.methods = signatures
      $0.watchers = !description.work.isEmpty
      $0.properties = properties.map { property in
        ProvidedProperty {
          $0.name = property.name
          $0.type = property.typeName
          $0.settable = description.setters.contains { $0.name == property.name }
          $0.value = told[property.name]
        }
      }
    }
  }

  func takeChanges(_ room: inout Room) -> [ProvidedChange] {
    let names = Set(properties.map(\.name))
    return Self.published(of: model).compactMap { name, property in
      guard names.contains(name), seen[name].map({ !property.isSame(as: $0) }) ?? true else { return nil }
      seen[name] = nil
      let path = "\(self.name).\(name)"
      let memo = memo(of: name)
      defer { memo?.forgetDifferences() }
      do throws(StoresError) {
        let value = try property.json(memo)
        if let told = told[name], ValuePatch.areSame(told, value, memo) {
          untold[name] = nil
          self.told[name] = value
          if !hasObjects { seen[name] = property.value }
          return nil
        }
        guard untold[name] != .value(value) else { return nil }
        let refused = room.refused.count
        guard let (change, known) = room.change(path, from: told[name], to: value, memo) else {
          if room.refused.count > refused { untold[name] = .value(value) }
          return nil
        }
        untold[name] = nil
        told[name] = known
        return change
      } catch {
        guard untold[name] != .uncodable(error.message) else { return nil }
        untold[name] = .uncodable(error.message)
        room.refuse(path, error.message)
        return nil
      }
    }
  }

  /// An object may become another where it is, and is coded each time.
  private func memo(of name: String) -> CodingMemo? {
    if hasObjects { return nil }
    if let memo = memos[name] { return memo }
    let memo = CodingMemo()
    memos[name] = memo
    return memo
  }

  func leaveOut(_ path: String) {
    let name = String(path.dropFirst(self.name.count + 1))
    untold[name] = told.removeValue(forKey: name).map { .value($0) }
    seen[name] = nil
  }

  func whole(_ path: String) -> ProvidedChange? {
    let name = String(path.dropFirst(self.name.count + 1))
    guard let value = told[name] else { return nil }
    guard Room.takes(value) else {
      untold[name] = .value(value)
      (told[name], seen[name]) = (nil, nil)
      return nil
    }
    return ProvidedChange(path: path, value: value)
  }

  private func setter(_ path: String) throws(StoresError) -> StoreDescription<Model>.Setter {
    let property = path.dropFirst(name.count + 1)
    guard let setter = description.setters.first(where: { $0.name == property }) else {
      throw StoresError("'\(path)' cannot be set")
    }
    return setter
  }

  func prepare(_ change: ProvidedChange) throws(StoresError) -> @MainActor () -> Void {
    let setter = try setter(change.path)
    let memo = memo(of: setter.name)
    defer { memo?.forgetDifferences() }
    var value = change.value
    if change.patch {
      guard let base = told[setter.name] else {
        throw StoresError("'\(change.path)' cannot be set in part: nothing was told of it")
      }
      value = try ValuePatch.applied(value, to: base, memo)
    }
    let write = try setter.prepare(value, memo)
    return { [model] in write(model) }
  }

  func call(_ path: String, _ arguments: JSONValue) async throws -> JSONValue? {
    let method = path.dropFirst(name.count + 1)
    guard let found = description.methods.first(where: { $0.name == method }) else {
      throw StoresError("there is no method '\(path)'")
    }
    return try await found.call(model, arguments)
  }
}

/// A `@Published` or `@Get` property of whatever type.
@MainActor
private protocol PublishedValue {
  var valueType: Any.Type { get }
  var value: Any { get }
  /// Whether it is that value still, bit by bit: of what is held elsewhere that holds for the same buffers, not for equal ones.
  func isSame(as value: Any) -> Bool
  func json(_ memo: CodingMemo?) throws(StoresError) -> JSONValue
  /// Tells of changes that the object does not announce.
  func observe(_ changed: @escaping () -> Void) -> AnyCancellable?
}

private func areSame<Value>(_ left: Value, _ right: Any) -> Bool {
  guard let right = right as? Value else { return false }
  return withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } }
}

private func json(of value: some Encodable, _ memo: CodingMemo?) throws(StoresError) -> JSONValue {
  guard let memo else { return try ValueCoding.encode(value) }
  return try memo.coding { () throws(StoresError) in try ValueCoding.encode(value, memo) }
}

extension Published: PublishedValue {
  fileprivate var valueType: Any.Type { Value.self }
  fileprivate var value: Any { current }
  fileprivate func isSame(as value: Any) -> Bool { areSame(current, value) }

  fileprivate func json(_ memo: CodingMemo?) throws(StoresError) -> JSONValue {
    guard let value = current as? any Encodable else { return .null }
    return try Stores.json(of: value, memo)
  }

  fileprivate func observe(_ changed: @escaping () -> Void) -> AnyCancellable? { nil }
}

extension Get: PublishedValue {
  fileprivate var valueType: Any.Type { LoadState<Value>.self }
  fileprivate var value: Any { wrappedValue }
  fileprivate func isSame(as value: Any) -> Bool { areSame(wrappedValue, value) }
  fileprivate func json(_ memo: CodingMemo?) throws(StoresError) -> JSONValue {
    try Stores.json(of: wrappedValue, memo)
  }

  fileprivate func observe(_ changed: @escaping () -> Void) -> AnyCancellable? {
    objectWillChange.sink { _ in changed() }
  }
}

/// What a draft says of itself without publishing it.
@MainActor
private enum DraftProperty: String, CaseIterable {
  case hasChanges, conflicts

  /// Tells that what a draft is of changes.
  static func source(of draft: some Draft) -> ObservableObjectPublisher? {
    (draft.source.owner as? any ObservableObject)?.objectWillChange as? ObservableObjectPublisher
  }
}

private struct DraftValue: PublishedValue {
  let draft: any Draft
  let property: DraftProperty

  var valueType: Any.Type {
    switch property {
    case .hasChanges: Bool.self
    case .conflicts: [String].self
    }
  }
  var value: Any {
    switch property {
    case .hasChanges: draft.hasChanges
    case .conflicts: draft.conflicts
    }
  }
  /// It follows from what is elsewhere.
  func isSame(as value: Any) -> Bool { false }

  func json(_ memo: CodingMemo?) throws(StoresError) -> JSONValue {
    switch property {
    case .hasChanges: .bool(draft.hasChanges)
    case .conflicts: .array(draft.conflicts.map { .string($0) })
    }
  }

  func observe(_ changed: @escaping () -> Void) -> AnyCancellable? { nil }
}
