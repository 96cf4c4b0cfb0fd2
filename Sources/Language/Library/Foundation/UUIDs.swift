/// `UUID`.
internal import Foundation

extension FoundationLibrary {
  static func uuid() -> LibraryType {
    LibraryType(
      "struct UUID: Hashable, Comparable, CustomStringConvertible, Codable, Sendable {}",
      [
        contextual("init()") { call in .native(UUIDObject(UUID(), type: call.result)) },
        contextual("init?(uuidString string: String)") { call in
          guard let uuid = UUID(uuidString: call[0].text) else { return .null }
          return .native(UUIDObject(uuid, type: call.result.wrapped ?? call.result))
        },
        unary("var uuidString: String { get }") { .string($0.object(UUIDObject.self)?.content.uuidString ?? "") },
        unary("var description: String { get }") { .string($0.object(UUIDObject.self)?.content.uuidString ?? "") },
        unary("var hashValue: Int { get }") { .int($0.hashValue) },
      ])
  }
}

extension UUIDObject: OrderedObject {
  func precedes(_ other: NativeObject) -> Bool { (other as? UUIDObject).map { content < $0.content } ?? false }
}
