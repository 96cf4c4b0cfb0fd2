// What is written at an extension is said of the types in it, too.
public struct Wrap<Upstream> { let upstream: Upstream }
public extension Wrap {
  struct Numbered { public let number = 1 }
  enum Kind { case one }
  func numbered() -> Numbered { Numbered() }
  var kind: Kind { .one }
}
private extension Wrap {
  final class Inner { var count = 2 }
  func inner() -> Inner { Inner() }
}
print(Wrap(upstream: 1).numbered().number, Wrap(upstream: 1).kind, Wrap(upstream: 1).inner().count)
