/// `Set`, and the protocols of sets.
extension StandardLibrary {
  static func set() -> LibraryType {
    LibraryType(
      """
      struct Set<Element: Hashable>: SetAlgebra, Collection, Hashable, ExpressibleByArrayLiteral, CustomStringConvertible {
        typealias Iterator = AnyIterator<Element>
        typealias SubSequence = ArraySlice<Element>
        typealias ArrayLiteralElement = Element
      }
      extension Set: Encodable where Element: Encodable {}
      extension Set: Decodable where Element: Decodable {}
      """,
      setBasics() + setAlgebra() + setRelations())
  }

  static func setIndex() -> LibraryType { LibraryType("struct Index: Comparable, Hashable {}") }

  private static func setBasics() -> [LibraryEntry] {
    [
      nullary("init()") { .set([]) },
      unary("init(minimumCapacity: Int)") { _ in .set([]) },
      unary("init<S: Sequence>(_ sequence: S) where S.Element == Element") { sequence throws(Abort) in
        .set(try Elements.list(sequence).asSet)
      },
      unary("init(arrayLiteral elements: Element...)") { .set(Set($0.items)) },
      mutating(
        "@discardableResult mutating func insert(_ newMember: Element) -> (inserted: Bool, memberAfterInsert: Element)"
      ) { value, operands throws(Abort) in
        try withMembers(&value) { members throws(Abort) in
          try ValueSize.check(members.count + 1, adding: 1)
          let (inserted, member) = members.insert(operands[0])
          return .pair(.bool(inserted), member, ["inserted", "memberAfterInsert"])
        }
      },
      mutating("@discardableResult mutating func update(with newMember: Element) -> Element?") {
        value, operands throws(Abort) in
        try withMembers(&value) { members throws(Abort) in members.update(with: operands[0])?.some ?? .null }
      },
      mutating("@discardableResult mutating func remove(_ member: Element) -> Element?") {
        value, operands throws(Abort) in
        try withMembers(&value) { members throws(Abort) in members.remove(operands[0])?.some ?? .null }
      },
      mutating("@discardableResult mutating func remove(at position: Set<Element>.Index) -> Element") {
        value, operands throws(Abort) in
        let element = try Positions.element(operands[0], in: value)
        return try withMembers(&value) { members throws(Abort) in members.remove(element) ?? element }
      },
      mutating("@discardableResult mutating func removeFirst() -> Element") { value, _ throws(Abort) in
        try withMembers(&value) { members throws(Abort) in
          guard !members.isEmpty else { throw .trap("Can't remove first element from an empty collection") }
          return members.removeFirst()
        }
      },
      mutating("mutating func popFirst() -> Element?") { value, _ throws(Abort) in
        try withMembers(&value) { members throws(Abort) in members.popFirst()?.some ?? .null }
      },
      mutating("mutating func removeAll(keepingCapacity keepCapacity: Bool = false)") { value, _ in
        value = .set([])
        return .void
      },
      binary("func contains(_ member: Element) -> Bool") { .bool($0.members.contains($1)) },
      binary("func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Set<Element>") {
        set, test throws(Abort) in
        let function = test.closure
        var result: Set<Value> = []
        for element in set.members where try function.call(element).flag { result.insert(element) }
        return .set(result)
      },
      contextual("var description: String { get }") { call throws(Abort) in
        .string(try call.describe(call[0], as: call.type("Self")))
      },
      unary("var capacity: Int { get }") { .int($0.members.count) },
      mutating("mutating func reserveCapacity(_ minimumCapacity: Int)") { _, _ in .void },
    ]
  }

  private static func setAlgebra() -> [LibraryEntry] {
    let operations: [(String, String, (Set<Value>, Set<Value>) -> Set<Value>)] = [
      ("union", "formUnion", { $0.union($1) }), ("intersection", "formIntersection", { $0.intersection($1) }),
      ("subtracting", "subtract", { $0.subtracting($1) }),
      ("symmetricDifference", "formSymmetricDifference", { $0.symmetricDifference($1) }),
    ]
    return operations.flatMap { name, changing, operation in
      [
        binary("func \(name)<S: Sequence>(_ other: S) -> Set<Element> where S.Element == Element") {
          set, other throws(Abort) in .set(operation(set.members, try Elements.list(other).asSet))
        },
        mutating("mutating func \(changing)<S: Sequence>(_ other: S) where S.Element == Element") {
          value, operands throws(Abort) in
          let other = try Elements.list(operands[0]).asSet
          try withMembers(&value) { members throws(Abort) in members = operation(members, other) }
          return .void
        },
      ]
    }
  }

  private static func setRelations() -> [LibraryEntry] {
    let relations: [(String, (Set<Value>, Set<Value>) -> Bool)] = [
      ("isSubset(of", { $0.isSubset(of: $1) }), ("isSuperset(of", { $0.isSuperset(of: $1) }),
      ("isStrictSubset(of", { $0.isStrictSubset(of: $1) }), ("isStrictSuperset(of", { $0.isStrictSuperset(of: $1) }),
      ("isDisjoint(with", { $0.isDisjoint(with: $1) }),
    ]
    return relations.map { name, relation in
      let base = name.prefix { $0 != "(" }
      let label = name.dropFirst(base.count + 1)
      return binary("func \(base)<S: Sequence>(\(label) other: S) -> Bool where S.Element == Element") {
        set, other throws(Abort) in .bool(relation(set.members, try Elements.list(other).asSet))
      }
    }
  }
}
