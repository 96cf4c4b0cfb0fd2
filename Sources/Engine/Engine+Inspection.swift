public import Language

/// What was, what may be, and why.
extension Engine {
  /// The patch from one value of a property to another; nil where there is none.
  public func difference(of path: String, _ old: PortableValue?, _ new: PortableValue) -> PortableValue? {
    old?.difference(to: new, key: stores.property(at: path)?.info.schema.elementKey)
  }

  // MARK: History

  /// Looks for the changes of a property, or of all properties of a store, newest first.
  /// - Parameters:
  ///   - before: only commits before this one.
  ///   - since: only commits from this time on, in nanoseconds since 1970.
  ///   - within: so many commits are looked through, from the last one that changed anything of it; all if nil.
  public func history(
    of path: String, limit: Int, before: Int? = nil, since: Int? = nil, within: Int? = nil
  ) throws(EngineError) -> HistorySearch {
    let properties = try visibleProperties(path)
    let newest = min((before ?? .max) - 1, properties.map(\.revision).max() ?? 0)
    return HistorySearch(
      paths: Set(properties.map(\.path)), limit: limit, since: since, next: newest,
      oldest: within.map { newest - $0 + 1 } ?? 0)
  }

  func records(from first: Int, through last: Int) -> [CommitRecord] {
    if delivery.log[first] != nil { return (first...last).compactMap { delivery.log[$0]?.record } }
    return ((try? storage.commits(after: first - 1, limit: last - first + 1)) ?? []).filter { $0.revision <= last }
  }

  /// The visible properties a path stands for.
  private func visibleProperties(_ path: String) throws(EngineError) -> [Property] {
    if let store = stores[path] { return store.visibleProperties }
    let (place, _) = try locate(Path(path))
    switch place {
    case .property(let property):
      guard property.isVisible else { throw hidden(property) }
      return [property]
    case .store(let store): return store.visibleProperties
    case .computed(_, let info): throw .readOnly(path: path, reason: "'\(info.name)' is computed and has no history")
    case .binding(let binding):
      throw .readOnly(path: path, reason: "'\(binding.name)' is a binding; the property that it leads to has a history")
    case .global(let global): throw .readOnly(path: path, reason: "'\(global.name)' is no property and has no history")
    }
  }

  /// The pipelines that have been seen to write what is at a path, by number.
  public func writers(of path: String) -> [Int] { stores.property(at: path)?.writers ?? [] }

  /// A commit of history; `nil` when it is not kept any more.
  public func commitRecord(_ revision: Int) -> CommitRecord? {
    revision > 0 && revision <= self.revision ? delivery.record(of: revision).map { redacted($0) } : nil
  }

  // MARK: Schemas

  public struct Description {
    public let schema: Schema
    public let typeName: String
    /// For a store: its visible properties.
    public let properties: [Property]?
    public let methods: [MethodSignature]
    /// For a store: its other properties that can be read, which are computed, wrapped or lazy.
    public var computed: [Computed] = []

    public struct Computed {
      public let path: String
      public let info: PropertyInfo
      /// It is lazy, and nobody has asked for it.
      public let isUnmade: Bool
    }
  }

  /// What a path can hold.
  public func describe(_ path: String) throws(EngineError) -> Description {
    let (place, rest) = try locate(Path(path))
    switch place {
    case .store(let store):
      return Description(
        schema: .object(name: store.className), typeName: store.className,
        properties: store.visibleProperties, methods: methods(of: store), computed: computed(of: store))
    case .property(let property):
      guard property.isVisible else { throw hidden(property) }
      return Description(property.info.part(along: rest))
    case .computed(_, let info): return Description(info.part(along: rest))
    case .binding(let binding): return Description(binding.part(along: rest))
    case .global(let global): return Description(global.part(along: rest))
    }
  }

  private func computed(of store: Store) -> [Description.Computed] {
    // What a wrapper projects is asked for by name.
    store.instance.properties.filter {
      ($0.slot == nil || $0.isLazy && !$0.isObject) && !$0.isPrivate && $0.name.first != "$"
        && stores.property(at: "\(store.path).\($0.name)") == nil
    }.map { info in
      Description.Computed(
        path: "\(store.path).\(info.name)", info: info, isUnmade: info.isLazy && !store.instance.hasMade(info))
    }
  }

  /// The methods of a store that can be called from outside.
  public func methods(of store: Store) -> [MethodSignature] {
    store.program.methods(of: store.instance).filter(\.isCallable)
  }

  /// A member of what is at the path that may be nil: a merge patch could not set it to nil.
  func optionalMember(at path: String) throws(EngineError) -> String? {
    func find(_ schema: Schema) -> String? {
      switch schema {
      case .record(_, let fields, _):
        for field in fields {
          if case .optional = field.schema { return field.name }
          if let inner = find(field.schema) { return "\(field.name).\(inner)" }
        }
        return nil
      case .optional(let wrapped): return find(wrapped)
      case .dictionary(_, .optional): return "the values"
      default: return nil
      }
    }
    return find(try describe(path).schema)
  }

  // MARK: Initial values

  /// Gives the settable properties at a path the values again that their declaration gives them.
  public func reset(_ path: String, _ options: WriteOptions) throws(EngineError) -> WriteReceipt {
    try requireHealthy()
    let paths = Set(try visibleProperties(path).map(\.path))
    if isProvided(path) {
      throw .readOnly(path: path, reason: "it belongs to another program, which knows what it begins with")
    }
    let namespace = resolve(path).0
    let quiet = QuietHost(now: date)
    let fresh = Program(host: quiet, limits: limits.language, library: library)
    let scratch = fresh.openResults(of: "reset")
    defer {
      scratch.close()
      fresh.close()
    }
    try namespace.declare(again: fresh, scratch)
    var assignments: [Assignment] = []
    for store in stores.all {
      for property in store.properties where paths.contains(property.path) && property.info.isSettable {
        guard let value = fresh.initialValue(of: property) else { continue }
        assignments.append(Assignment(path: property.path, value: value))
      }
    }
    guard !assignments.isEmpty else { throw .readOnly(path: path, reason: "nothing of it can be set from outside") }
    return try commit(assignments, if: [], options)
  }
}

extension Program {
  /// What a property with the same path holds in this program.
  fileprivate func initialValue(of property: Property) -> PortableValue? {
    guard let (instance, info) = counterpart(of: property.segments, in: property.store.namespace), let slot = info.slot
    else { return nil }
    return portable(instance.storedValue(at: slot))
  }

  /// The property of the same path in this program, which has the declarations of the namespace.
  func counterpart(of path: [String], in namespace: Namespace) -> (Instance, PropertyInfo)? {
    let segments = path.dropFirst(namespace.isNamed ? 1 : 0)
    guard let (first, rest) = root(of: segments.dropLast()) else { return nil }
    var instance = first
    for name in rest {
      guard let slot = instance.properties.first(where: { $0.keptName == name })?.slot,
        let object = instance.storedValue(at: slot).object
      else { return nil }
      instance = object
    }
    if let last = segments.last, let (wrapper, value) = instance.wrapper(of: last) { return (wrapper, value) }
    return instance.properties.first { $0.keptName == segments.last }.map { (instance, $0) }
  }

  /// The object that a path begins with, of a name at top level or a static variable, and the names that lead on from there.
  private func root(of segments: ArraySlice<String>) -> (Instance, rest: ArraySlice<String>)? {
    if let first = segments.first, let instance = global(first)?.instance { return (instance, segments.dropFirst()) }
    for length in stride(from: 2, through: segments.count, by: 1) {
      guard let variable = staticVariable(at: segments.prefix(length).joined(separator: ".")) else { continue }
      initialize(variable) { _ in }
      return variable.present.object.map { ($0, segments.dropFirst(length)) }
    }
    return nil
  }
}

/// A host for a program that nobody hears of: its clock stands, what it prints and writes is lost.
private final class QuietHost: Host {
  private final class NoTimer: HostTimer {
    func cancel() {}
  }

  let nowNanoseconds: Int
  init(now: Int) { nowNanoseconds = now }

  func schedule(atNanoseconds deadline: Int, _ action: @escaping () -> Void) -> any HostTimer { NoTimer() }
  func printed(_ text: String, endsLine: Bool, by pipeline: Pipeline?) {}
  func wrote(_ object: Instance, slot: Int, old: Value, as kind: WriteKind, begun: Int) {}
  func edited(_ object: Instance, slot: Int, _ edit: ElementEdit, as kind: WriteKind, begun: Int) {}
  func failed(_ pipeline: Pipeline, with fault: Fault) {}
  func noted(_ state: String, _ text: String, by pipeline: Pipeline?) {}
  func expected(_ failure: Fault?, by pipeline: Pipeline?) {}
  func keptValue(store: String, property: String, schema: Schema) -> PortableValue? { nil }
}

extension Engine.Description {
  fileprivate init(_ part: (typeName: String, schema: Schema)?) {
    self.init(
      schema: part?.schema ?? .opaque(""), typeName: part?.typeName ?? Engine.dynamicType, properties: nil, methods: [])
  }
}

extension Schema {
  /// By which member the elements of a list are known.
  public var elementKey: String? {
    guard case .list(.record(_, _, let key)) = self else { return nil }
    return key
  }
}
