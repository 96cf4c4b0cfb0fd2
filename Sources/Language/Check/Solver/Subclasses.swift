/// Literals of objects of several classes: what the classes have in common.
extension ConstraintSystem {
  /// Collections of subclasses are collections of what these have in common.
  func joinElements(_ a: Type, _ b: Type) -> Type? {
    guard case .nominal(let nominal, let first) = a, case .nominal(let other, let second) = b, nominal === other,
      a != b, let left = first.last, let right = second.last, left.isClass, right.isClass,
      first.dropLast() == second.dropLast(),
      [library.arrayNominal, library.setNominal, library.dictionaryNominal].contains(where: { $0 === nominal })
    else { return nil }
    return join(left, right).map { .nominal(nominal, first.dropLast() + [$0]) }
  }

  /// Arrays of different classes that stand side by side are made each by itself, and joined then.
  func openArraysOfClasses(_ literals: [Int]) -> Step? {
    guard literals.count > 1 else { return nil }
    var elements: [Int: [Type]] = [:]
    for constraint in state.constraints {
      guard case .arrayLiteral(let type, let element) = constraint.kind, case .variable(let id) = head(type) else {
        continue
      }
      elements[id, default: []].append(element)
    }
    var found: [(id: Int, element: Type)] = []
    for id in literals {
      guard let known = elements[id], known.count == 1, case let element = full(known[0]), element.isClass else {
        return nil
      }
      found.append((id, element))
    }
    guard Set(found.map(\.element)).count > 1 else { return nil }
    return .go { for (id, element) in found { self.bind(id, to: self.library.array(element)) } }
  }
}
