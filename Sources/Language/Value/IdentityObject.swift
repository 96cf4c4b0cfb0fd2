/// An `ObjectIdentifier`: of an object, which it does not keep, or of a type.
final class IdentityObject: NativeObject, OrderedObject {
  private enum Subject: Hashable {
    case object(ObjectIdentifier)
    case type(Type)
  }
  private let subject: Subject

  init(_ value: Value, type: Type) {
    subject =
      switch value.unboxed {
      case .instance(let instance): .object(ObjectIdentifier(instance))
      case .native(let object): .object(ObjectIdentifier(object))
      case .metatype(let box): .type(box.type)
      default: .type(.hole)
      }
    super.init(type: type)
  }

  private var address: Int {
    switch subject {
    case .object(let identifier): Int(bitPattern: identifier)
    case .type(let type): type.hashValue
    }
  }

  override var text: String {
    let digits = String(UInt(bitPattern: address), radix: 16)
    return "ObjectIdentifier(0x" + String(repeating: "0", count: 16 - digits.count) + digits + ")"
  }
  override func isEqual(to other: NativeObject) -> Bool { (other as? IdentityObject)?.subject == subject }
  override func hash(into hasher: inout Hasher) { hasher.combine(subject) }
  func precedes(_ other: NativeObject) -> Bool { (other as? IdentityObject).map { address < $0.address } ?? false }
}
