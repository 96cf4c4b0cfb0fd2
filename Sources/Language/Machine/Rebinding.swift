/// A binding at top level is made again, after a restart or a redefinition. Where its list has fewer elements now, its text
/// would lead nowhere.
final class Rebinding {
  private let identities: [PortableValue]
  private var count = 0

  init(_ identities: [PortableValue]) { self.identities = identities }

  /// What the next element that is asked for by its place was known by, null where it had no identity; nil if there was none.
  func next() -> PortableValue? {
    defer { count += 1 }
    return count < identities.count ? identities[count] : nil
  }
}
