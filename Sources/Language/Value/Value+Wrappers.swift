/// How sequences are written that wrap another one. Their values are the elements that they give; what they were made of follows
/// from these and the type.
extension Describer {
  /// `nil` for lists, which are written as such.
  func wrapper(_ elements: [Value], _ type: Type, _ isDebug: Bool, _ depth: Int) throws(Abort) -> String? {
    guard let nominal = type.nominal, nominal.library != nil, nominal.kind == .structure else { return nil }
    let name = typeName(type, isQualified: isDebug)
    func part(_ label: String, _ elements: [Value], _ index: Int) throws(Abort) -> String? {
      guard let text = try base(elements, type.argument(index), depth + 1) else { return nil }
      return label + ": " + text
    }
    switch nominal.name {
    case "ReversedCollection":
      return try part("_base", elements.reversed(), 0).map { name + "(" + $0 + ")" }
    case "EnumeratedSequence":
      return try part("_base", elements.map { $0.part(1) }, 0).map { name + "(" + $0 + ")" }
    case "Zip2Sequence":
      guard let first = try part("_sequence1", elements.map { $0.part(0) }, 0),
        let second = try part("_sequence2", elements.map { $0.part(1) }, 1)
      else { return nil }
      return name + "(" + first + ", " + second + ")"
    case "StrideTo", "StrideThrough": return typeName(type, isQualified: true)
    case "Repeated":
      guard let value = elements.first else { return nil }
      let text = try inside(value, type.argument(0), depth + 1)
      return name + "(count: \(elements.count), repeatedValue: " + text + ")"
    case "CollectionOfOne":
      guard let value = elements.first else { return nil }
      return "CollectionOfOne(" + (try inside(value, type.argument(0), depth + 1)) + ")"
    case "EmptyCollection": return name + "()"
    default: return nil
    }
  }

  /// What gives these elements, if its type says how.
  private func base(_ elements: [Value], _ type: Type, _ depth: Int) throws(Abort) -> String? {
    switch type.libraryName {
    case "Array", "ArraySlice", "ReversedCollection", "EnumeratedSequence", "Zip2Sequence", "StrideTo", "StrideThrough",
      "Repeated", "CollectionOfOne", "EmptyCollection":
      return try inside(.array(elements), type, depth)
    case "String", "Substring": return elements.map(\.text).joined().debugDescription
    case "Set": return try inside(.set(Set(elements)), type, depth)
    case "Range", "ClosedRange":
      guard let first = elements.first, let last = elements.last else { return nil }
      let isHalfOpen = type.libraryName == "Range"
      guard !isHalfOpen || last.isInteger else { return nil }
      let end = isHalfOpen ? Value.int(last.integer + 1) : last
      return "\(isHalfOpen ? "Range" : "ClosedRange")(" + (try inside(first, type.argument(0), depth))
        + (isHalfOpen ? "..<" : "...") + (try inside(end, type.argument(0), depth)) + ")"
    default: return nil
    }
  }
}

extension Value {
  /// A part of a pair.
  fileprivate func part(_ index: Int) -> Value {
    guard case .tuple(let pair) = unboxed, pair.elements.indices.contains(index) else { return self }
    return pair.elements[index]
  }
}
