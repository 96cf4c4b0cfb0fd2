// static belongs to types.
func work() {
  static let count = 1  // error: static properties may only be declared on a type
}
