/// `NSCache`: what is in it may go at any time; here it goes only when there is more than it may hold.

/// An `NSCache`.
final class CacheObject: NativeObject {
  private var values: [Value: Value] = [:]
  /// The keys by age, oldest first.
  private var keys: [Value] = []
  var limit = 0
  var costLimit = 0

  subscript(key: Value) -> Value? {
    get { values[key] }
    set {
      if values[key] != nil { keys.removeAll { $0 == key } }
      values[key] = newValue
      if newValue != nil { keys.append(key) }
      while limit > 0, keys.count > limit { values[keys.removeFirst()] = nil }
    }
  }

  func removeAll() { (values, keys) = ([:], []) }
}

extension FoundationLibrary {
  static let cacheTypes: [String: @Sendable () -> LibraryType] = [
    "NSCache": {
      LibraryType(
        "final class NSCache<KeyType: AnyObject, ObjectType: AnyObject> {}",
        [
          contextual("init()") { .native(CacheObject(type: $0.result)) },
          contextual("func object(forKey key: KeyType) -> ObjectType?") { call throws(Abort) in
            try call.cache[call[1].unboxed] ?? .null
          },
          contextual("func setObject(_ obj: ObjectType, forKey key: KeyType)") { call throws(Abort) in
            try call.cache[call[2].unboxed] = call[1]
            return .void
          },
          contextual("func setObject(_ obj: ObjectType, forKey key: KeyType, cost g: Int)") { call throws(Abort) in
            try call.cache[call[2].unboxed] = call[1]
            return .void
          },
          contextual("func removeObject(forKey key: KeyType)") { call throws(Abort) in
            try call.cache[call[1].unboxed] = nil
            return .void
          },
          contextual("func removeAllObjects()") { call throws(Abort) in
            try call.cache.removeAll()
            return .void
          },
          reference("var countLimit: Int { get set }") { call throws(Abort) in
            .int(try call.cache.limit)
          } set: { call, value throws(Abort) in
            try call.cache.limit = value.integer
          },
          reference("var totalCostLimit: Int { get set }") { call throws(Abort) in
            .int(try call.cache.costLimit)
          } set: { call, value throws(Abort) in
            try call.cache.costLimit = value.integer
          },
        ])
    },
    "NSURL": {
      LibraryType(
        "class NSURL: Hashable, CustomStringConvertible {}",
        [
          unary("var absoluteString: String? { get }") { .string($0.object(URLObject.self)?.text ?? "") },
          unary("var description: String { get }") { .string($0.object(URLObject.self)?.text ?? "") },
        ])
    },
  ]
}

extension NativeCall {
  fileprivate var cache: CacheObject {
    get throws(Abort) {
      guard let cache = self[0].object(CacheObject.self) else { throw .trap("library: this is no cache") }
      return cache
    }
  }
}
