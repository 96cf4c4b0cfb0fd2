/// `NSObject`, which classes inherit from out of habit: what it adds to a class here is that objects can be compared.
extension FoundationLibrary {
  static let objectTypes: [String: @Sendable () -> LibraryType] = [
    "NSObject": {
      LibraryType(
        "class NSObject: NSObjectProtocol, Hashable, CustomStringConvertible {}",
        [
          contextual("func isEqual(_ object: Any?) -> Bool") { call in .bool(call[0].unboxed == call[1].unboxed) },
          contextual("var description: String { get }") { call in
            guard case .instance(let instance) = call[0].unboxed else { return .string("<NSObject>") }
            return .string("<main.\(instance.qualifiedClassName)>")
          },
          contextual("var hash: Int { get }") { call in .int(call[0].unboxed.hashValue) },
        ], .inheritable)
    }
  ]
}
