/// An `ObjectIdentifier`: of an object, which it does not keep, or of a type. What it shows where Swift shows an address is the
/// object's number, which is the same in each run that does the same.
final class IdentityObject: NativeObject, OrderedObject {
  private enum Subject: Equatable {
    case object(ObjectIdentifier, number: Int)
    case type(Type)
  }
  private let subject: Subject

  init(_ value: Value, type: Type) {
    subject =
      switch value.unboxed {
      case .instance(let instance): .object(ObjectIdentifier(instance), number: instance.identity)
      case .native(let object): .object(ObjectIdentifier(object), number: object.identity)
      case .metatype(let box): .type(box.type)
      default: .type(.hole)
      }
    super.init(type: type)
  }

  private var shown: UInt {
    switch subject {
    // As far from each other as objects are in memory.
    case .object(_, let number): UInt(number) << 4
    case .type(let type):
      // FNV-1a, which is the same in every process.
      type.description.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt($1)) &* 0x100_0000_01b3 }
    }
  }

  override var text: String {
    let digits = String(shown, radix: 16)
    return "ObjectIdentifier(0x" + String(repeating: "0", count: 16 - digits.count) + digits + ")"
  }
  override func isEqual(to other: NativeObject) -> Bool { (other as? IdentityObject)?.subject == subject }
  override func hash(into hasher: inout Hasher) { hasher.combine(shown) }
  func precedes(_ other: NativeObject) -> Bool { (other as? IdentityObject).map { shown < $0.shown } ?? false }
}
