/// `Hasher` for the program's own `hash(into:)`.
final class HasherObject: NativeObject {
  var hasher: Hasher
  init(_ hasher: Hasher) {
    self.hasher = hasher
    super.init(type: .hole)
  }

  func combine(_ value: Value) { hasher.combine(value) }
}
