/// `Hasher` for the program's own `hash(into:)`.
final class HasherObject: NativeObject {
  var hasher: Hasher
  init(_ hasher: Hasher) {
    self.hasher = hasher
    super.init(type: .hole)
  }

  /// With the hasher in hand: an object that leads to twenty thousand others would have as many accesses under way at once, and
  /// each that begins is compared with all of them.
  func combine(_ value: Value) {
    var present = hasher
    present.combine(value)
    hasher = present
  }
}
