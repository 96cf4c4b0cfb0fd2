// `super` in class members is the superclass' member, and what that one asks of `Self` is the subclass'.
// swift-format-ignore-file
class Animal {
  class var kind: String { "animal" }
  class var label: String { "a \(Self.kind)" }
  class func make() -> [String] { [kind] }
  class subscript(n: Int) -> String { "\(kind)\(n)" }
  class var count: Int { get { stored } set { stored = newValue } }
  private static var stored = 1
}
class Cat: Animal {
  override class var kind: String { "cat, " + super.kind }
  override class func make() -> [String] { ["cat"] + super.make() }
  override class subscript(n: Int) -> String { super[n] + "!" }
  override class var count: Int { get { super.count * 10 } set { super.count = newValue + 1 } }
}
final class Kitten: Cat { override class var kind: String { "kitten, " + super.kind } }
print(Cat.kind, Kitten.kind, Kitten.label, Kitten.make(), Kitten[2])
Kitten.count = 4
print(Animal.count, Cat.count, (Kitten.self as Animal.Type).label)
