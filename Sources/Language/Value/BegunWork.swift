/// The subscriptions, timers and tasks that the initial value of a name, or the `init` of an object, has begun, in the order
/// in which it made them: what it will begin again when it is evaluated again.
public struct BegunWork {
  let works: [WeakReference]
  /// Whether they can be told apart by their order.
  let isOrdered: Bool

  /// - Parameter value: of a variable or property that keeps such, as it was when the initial value was there.
  public init(in value: Value) {
    let elements = Self.elements(of: value)
    switch value {
    case .set, .dictionary:
      let ordered = elements.compactMap { object in object.madeAs.map { (object, $0) } }.sorted { $0.1 < $1.1 }
      isOrdered = ordered.count == elements.count
      works = (isOrdered ? ordered.map(\.0) : elements).map { WeakReference(.native($0)) }
    default:
      isOrdered = true
      works = elements.map { WeakReference(.native($0)) }
    }
  }

  static func elements(of value: Value) -> [NativeObject] {
    switch value {
    case .native(let object): [object]
    case .array(let values): values.compactMap { if case .native(let object) = $0 { object } else { nil } }
    case .set(let values): values.compactMap { if case .native(let object) = $0 { object } else { nil } }
    case .dictionary(let values): values.values.compactMap { if case .native(let object) = $0 { object } else { nil } }
    default: []
    }
  }
}
