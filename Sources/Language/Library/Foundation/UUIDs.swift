/// `UUID`.
internal import Foundation

extension FoundationLibrary {
  static func uuid() -> LibraryType {
    LibraryType(
      "struct UUID: Hashable, Comparable, CustomStringConvertible, Codable, Sendable {}",
      [
        contextual("init()") { call in .native(UUIDObject(.random(), type: call.result)) },
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

extension UUID {
  /// Of version 4, by chance.
  fileprivate static func random() -> UUID {
    let random = AbstractMachine.random
    let (high, low) = (random.next(), random.next())
    func byte(_ word: UInt64, _ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: word >> (8 * place)) }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6) & 0x0F | 0x40, byte(high, 7), byte(low, 0) & 0x3F | 0x80, byte(low, 1), byte(low, 2),
        byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}

extension UUIDObject: OrderedObject {
  func precedes(_ other: NativeObject) -> Bool { (other as? UUIDObject).map { content < $0.content } ?? false }
}
