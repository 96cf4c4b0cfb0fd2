/// The aliases and extensions of a unit, which speak of each other whatever the order of the text: an alias of what an
/// extension brings, an extension of what an alias leads to. One whose types cannot be found yet waits for the others.
final class TypeNames {
  struct Item {
    /// What others find by it: an alias, or the types that an extension brings.
    fileprivate let names: Set<String>
    /// The names that its type is written with.
    fileprivate let words: Set<String>
    /// Finds its type, and says what is wrong with it.
    fileprivate let find: (Diagnostics) -> Void
    fileprivate let declare: () -> Void
    /// It is declared elsewhere as well, once everything that it may need is there.
    fileprivate let isEarly: Bool

    init(
      _ names: Set<String>, spelling type: TypeNode, in file: SourceFile, isEarly: Bool = false,
      find: @escaping (Diagnostics) -> Void, declare: @escaping () -> Void
    ) {
      self.names = names
      words = Set(file.slice(type.span).split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
      self.find = find
      self.declare = declare
      self.isEarly = isEarly
    }
  }

  private var items: [Item] = []

  func add(_ items: [Item]) { self.items += items }

  /// Declares all of them; those whose types are not found at last say so.
  func declare() {
    while declareSome(besideOthers: false) || declareSome(besideOthers: true) {}
    for item in items where !item.isEarly { item.declare() }
  }

  /// - Parameter besideOthers: also those that speak of what is to be declared. What they find may be what was in force
  ///   before.
  /// - Returns: whether there were any.
  private func declareSome(besideOthers: Bool) -> Bool {
    let present = items
    items = []
    var pending: [String: Int] = [:]
    for name in present.flatMap(\.names) { pending[name, default: 0] += 1 }
    var waiting: [Item] = []
    for item in present {
      let isFree = item.words.allSatisfy { pending[$0, default: 0] == (item.names.contains($0) ? 1 : 0) }
      let said = Diagnostics()
      if besideOthers || isFree { item.find(said) }
      guard besideOthers || isFree, !said.hasErrors else {
        waiting.append(item)
        continue
      }
      item.declare()
      for name in item.names { pending[name]! -= 1 }
    }
    let hasAny = waiting.count < present.count
    items = waiting + items
    return hasAny
  }
}

extension Declarer {
  /// The aliases in a type or an extension, and in the types within it, as far as they are needed before headers are read.
  func memberAliases(_ members: [Decl], of nominal: Nominal, _ add: @escaping (String, TypeMember) -> Void)
    -> [TypeNames.Item]
  {
    members.flatMap { member -> [TypeNames.Item] in
      switch member.kind {
      case .alias(let node):
        return [
          TypeNames.Item([node.name], spelling: node.type, in: file, isEarly: true) { [self] in
            _ = alias(node, in: nominal, into: $0)
          } declare: { [self] in
            add(node.name, alias(node, in: nominal, into: Diagnostics()))
          }
        ]
      case .nominal(let inner):
        guard
          case .nominal(let nested)? = nominal.typeMembers[inner.name]
            ?? environment.extensionTypes[nominal]?[inner.name]
        else { return [] }
        return memberAliases(inner.members, of: nested) { nested.typeMembers[$0] = $1 }
      default: return []
      }
    }
  }
}
