/// `dump`: a value as a tree, a line per part, in the format of Swift's own.
///
///     ▿ main.Book
///       - title: "x"
///       ▿ tags: 1 element
///         - "swift"
///
/// One difference: a `@Published` property shows its value, not the insides of the wrapper.
extension Describer {
  /// The lines `dump` writes, each ended by a newline.
  /// - Parameters:
  ///   - name: written before the value.
  ///   - indent: spaces before each line.
  ///   - maxDepth: parts nested deeper are left out, and marked so.
  ///   - maxItems: how many lines with parts are written before the rest is only counted.
  func dump(
    _ value: Value, type: Type = .hole, name: String? = nil, indent: Int = 0, maxDepth: Int = .max,
    maxItems: Int = .max
  ) throws(Abort) -> String {
    var dumper = Dumper(describer: self, itemsLeft: maxItems)
    try dumper.dump(value, type, name, indent, maxDepth)
    return dumper.output
  }
}

extension Describer {
  /// What reflection shows inside a value.
  /// - Parameter nominal: of an object, as which of its classes it is looked at.
  func parts(of value: Value, _ type: Type, as nominal: Nominal?) -> [(label: String?, value: Value, type: Type)] {
    Dumper(describer: self, itemsLeft: .max).parts(of: value, type, as: nominal)
      .map { ($0.label, $0.value, $0.type) }
  }
}

private struct Dumper {
  let describer: Describer
  var itemsLeft: Int
  var output = ""
  /// Objects that have a number: `#0` where they are written out and wherever they come again.
  var visited: [Identity: Int] = [:]

  /// Beyond this the stack matters more than the picture.
  private static let depthMax = 500
  private var nesting = 0

  enum Identity: Hashable {
    case object(ObjectIdentifier)
    case type(Type)
  }

  struct Child {
    var label: String?
    var value: Value
    var type: Type
    /// Reflected as an optional although the slot holds the value itself.
    var isLazy = false
  }

  init(describer: Describer, itemsLeft: Int) {
    self.describer = describer
    self.itemsLeft = itemsLeft
  }

  mutating func dump(_ value: Value, _ type: Type, _ name: String?, _ indent: Int, _ maxDepth: Int) throws(Abort) {
    guard itemsLeft > 0, nesting < Self.depthMax else { return }
    guard StackGuard.hasRoom else { throw .nestedTooDeeply }
    guard StackGuard.takesLevels(Describer.levels) else { return }
    itemsLeft -= 1
    nesting += 1
    defer { nesting -= 1 }
    let (value, type) = opened(value, type)
    let children = self.children(of: value, type)
    begin(indent, childCount: children.count, maxDepth, name)
    output += try headline(value, type, childCount: children.count)
    if let identity = identity(of: value, type) {
      if let number = visited[identity] {
        output += " #\(number)\n"
        return
      }
      output += " #\(visited.count)"
      visited[identity] = visited.count
    }
    output += "\n"
    guard maxDepth > 0 else { return }
    if case .instance(let instance) = value, type.wrapped == nil {
      try dumpSuperclass(of: instance.type, instance, indent, maxDepth)
    }
    try dump(children, indent, maxDepth)
  }

  private mutating func dump(_ children: [Child], _ indent: Int, _ maxDepth: Int) throws(Abort) {
    for (index, child) in children.enumerated() {
      if itemsLeft <= 0 {
        let rest = children.count - index
        output += String(repeating: " ", count: indent + 4)
        output += "(\(rest)\(index > 0 ? " more" : "") \(rest == 1 ? "child" : "children"))\n"
        return
      }
      if child.isLazy, !child.value.isUnmadeLazy {
        try dumpMadeLazy(child, indent + 2, maxDepth - 1)
      } else {
        try dump(
          child.isLazy ? .null : child.value, child.isLazy ? .hole : child.type, child.label, indent + 2, maxDepth - 1)
      }
    }
  }

  private mutating func dumpMadeLazy(_ child: Child, _ indent: Int, _ maxDepth: Int) throws(Abort) {
    itemsLeft -= 1
    begin(indent, childCount: 1, maxDepth, child.label)
    output += try describer.lazy(child.value, child.type, 0) + "\n"
    guard maxDepth > 0 else { return }
    try dump([Child(label: "some", value: child.value, type: child.type)], indent, maxDepth)
  }

  private mutating func dumpSuperclass(of nominal: Nominal, _ instance: Instance, _ indent: Int, _ maxDepth: Int)
    throws(Abort)
  {
    guard let superclass = nominal.superclass, let parent = superclass.nominal, itemsLeft > 0 else { return }
    itemsLeft -= 1
    let children = ownProperties(of: parent, superclass, instance)
    begin(indent + 2, childCount: children.count, maxDepth - 1, "super")
    output += describer.typeName(superclass, isQualified: true) + "\n"
    guard maxDepth > 1 else { return }
    try dumpSuperclass(of: parent, instance, indent + 2, maxDepth - 1)
    try dump(children, indent + 2, maxDepth - 1)
  }

  private mutating func begin(_ indent: Int, childCount: Int, _ maxDepth: Int, _ name: String?) {
    output += String(repeating: " ", count: indent)
    output += childCount == 0 ? "- " : maxDepth <= 0 ? "▹ " : "▿ "
    if let name { output += name + ": " }
  }

  /// Through the boxes and weak references, unless the static type is an optional around them.
  private func opened(_ value: Value, _ type: Type) -> (Value, Type) {
    switch value {
    case .any(let box) where type.wrapped == nil: opened(box.value, box.type)
    case .weak(let reference): opened(reference.value, type)
    case .cell(let cell): opened(cell.value, type)
    case .native: (value.withoutBase, type)
    default: (value, type)
    }
  }

  private func headline(_ value: Value, _ type: Type, childCount: Int) throws(Abort) -> String {
    func counted(_ one: String, _ many: String) -> String { "\(childCount) \(childCount == 1 ? one : many)" }
    guard type.wrapped == nil else { return try describer.debugDescription(of: value, type: type) }
    switch value {
    case .tuple, .void: return "(" + counted("element", "elements") + ")"
    case .array: return counted("element", "elements")
    case .dictionary: return counted("key/value pair", "key/value pairs")
    case .set: return counted("member", "members")
    case .record(let record) where record.type.isUserType:
      let own = type.dynamic(record.type)
      return try describer.described(value, own, true) ?? describer.typeName(own, isQualified: true)
    case .payload(let payload):
      let own = type.dynamic(payload.enumCase.owner)
      if let described = try describer.described(value, own, true) { return described }
      return describer.typeName(own, isQualified: true) + "." + payload.enumCase.name
    default: return try describer.debugDescription(of: value, type: type)
    }
  }

  private func identity(of value: Value, _ type: Type) -> Identity? {
    guard type.wrapped == nil else { return nil }
    switch value {
    case .instance(let instance): return .object(ObjectIdentifier(instance))
    case .metatype(let box): return .type(box.type)
    default: return nil
    }
  }

  private func children(of value: Value, _ type: Type) -> [Child] {
    if let wrapped = type.wrapped {
      return value.unwrapped.map { [Child(label: "some", value: $0, type: wrapped)] } ?? []
    }
    switch value {
    case .array(let elements): return elements.map { Child(label: nil, value: $0, type: type.argument(0)) }
    case .set(let elements): return elements.map { Child(label: nil, value: $0, type: type.argument(0)) }
    case .dictionary(let elements):
      let pair = Type.tuple([
        Type.TupleElement(label: "key", type: type.argument(0)),
        Type.TupleElement(label: "value", type: type.argument(1)),
      ])
      return elements.map { Child(label: nil, value: .tuple(Tuple([$0.key, $0.value])), type: pair) }
    case .tuple(let tuple):
      return tuple.elements.enumerated().map { index, element in
        Child(label: tuple.label(index, type) ?? ".\(index)", value: element, type: type.element(index))
      }
    case .record(let record):
      let own = type.dynamic(record.type)
      if own.isTwoSidedRange {
        return zip(["lowerBound", "upperBound"], record.fields).map { name, bound in
          Child(label: name, value: bound, type: own.argument(0))
        }
      }
      return children(record.type.storedProperties[...], record.fields, record.type.substitution(own.genericArguments))
    case .instance(let instance): return ownProperties(of: instance.type, type.dynamic(instance.type), instance)
    case .payload(let payload): return [self.payload(payload, type.dynamic(payload.enumCase.owner))]
    case .native(let object): return object.children.map { Child(label: $0.label, value: $0.value, type: .hole) }
    default: return []
    }
  }

  func parts(of value: Value, _ type: Type, as nominal: Nominal?) -> [Child] {
    guard case .instance(let instance) = value, let nominal else { return children(of: value, type) }
    return ownProperties(of: nominal, .nominal(nominal, []), instance)
  }

  /// A payload is one part named for its case: the value itself, or a tuple of several or of labelled ones.
  private func payload(_ payload: Payload, _ type: Type) -> Child {
    let name = payload.enumCase.name
    let types = payload.types(type)
    let labels = payload.enumCase.payload.map(\.label)
    if payload.values.count == 1, labels == [nil] {
      return Child(label: name, value: payload.values[0], type: types[0])
    }
    let elements = zip(labels, types).map { Type.TupleElement(label: $0, type: $1) }
    return Child(label: name, value: .tuple(Tuple(payload.values, labels: labels)), type: .tuple(elements))
  }

  /// The properties a class adds to those of its superclass.
  private func ownProperties(of nominal: Nominal, _ type: Type, _ instance: Instance) -> [Child] {
    let inherited = nominal.superclass?.nominal?.storedProperties.count ?? 0
    return children(
      nominal.storedProperties.dropFirst(inherited), instance.slots, nominal.substitution(type.genericArguments))
  }

  private func children(_ properties: ArraySlice<StoredProperty>, _ slots: [Value], _ substitution: Substitution)
    -> [Child]
  {
    properties.map { property in
      Child(
        label: property.storageName, value: property.stored(in: slots),
        type: property.settledType.substituting(substitution), isLazy: property.isLazy)
    }
  }
}
