/// When two values are equal, as the language's derived `==` and dictionary keys mean it.
///
/// Structural, except where a type of the program has a `==` of its own, which is then asked. References are equal to
/// themselves only; library objects say so themselves.
extension Value: Hashable {
  public static func == (left: Value, right: Value) -> Bool {
    if let type = left.declaringType {
      // See `ProgramKeys`: the keys of a collection differ, whatever the program's `==` and `hash` say of them now.
      if AbstractMachine.running?.isMovingKeys == true { return false }
      if let own = type.customEquality {
        // A box is a way of holding a value: `AnyHashable`.
        let right = right.held
        guard let other = right.declaringType, type.isComparable(to: other) else { return false }
        return own.test(left, right)
      }
    }
    return switch (left, right) {
    case (.int(let left), .int(let right)): left == right
    case (.word(let left), .word(let right)): left == right
    case (.string(let left), .string(let right)): left.isSame(as: right)
    case (.bool(let left), .bool(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.float(let left), .float(let right)): left == right
    case (.character(let left), .character(let right)): left.isSame(as: right)
    case (.void, .void): true
    case (.null(let left), .null(let right)): left == right
    case (.choice(let left), .choice(let right)): left === right
    case (.array(let left), .array(let right)): StackGuard.descend(otherwise: false) { areEqual(left, right) }
    case (.dictionary(let left), .dictionary(let right)):
      StackGuard.descend(otherwise: false) { areEqual(left, right) }
    case (.set(let left), .set(let right)): StackGuard.descend(otherwise: false) { areEqual(left, right) }
    case (.tuple(let left), .tuple(let right)):
      StackGuard.descend(otherwise: false) { left.elements == right.elements }
    case (.record(let left), .record(let right)):
      left.type === right.type && StackGuard.descend(otherwise: false) { left.fields == right.fields }
    case (.payload(let left), .payload(let right)):
      left.enumCase === right.enumCase && StackGuard.descend(otherwise: false) { left.values == right.values }
    case (.instance(let left), .instance(let right)): left === right
    case (.native(let left), .native(let right)):
      left === right || StackGuard.descend(otherwise: false) { left.isEqual(to: right) }
    case (.function(let left), .function(let right)): left === right
    case (.metatype(let left), .metatype(let right)): left.type == right.type
    case (.cell(let left), .cell(let right)): left === right
    case (.fault(let left), .fault(let right)): left === right
    // Boxes and weak references are ways of holding a value, not part of it.
    case (.any(let box), _): StackGuard.descend(otherwise: false) { box.value == right }
    case (_, .any(let box)): StackGuard.descend(otherwise: false) { left == box.value }
    case (.weak(let reference), _): reference.value == right
    case (_, .weak(let reference)): left == reference.value
    case (.native, .array), (.native, .string): left.isPart && left.withoutBase == right
    case (.array, .native), (.string, .native): right.isPart && left == right.withoutBase
    default: false
    }
  }

  /// Elements that are compared between two looks at how long that takes.
  private static let comparedAtOnce = 16_384

  /// A list that has a long one in it many times is compared with another such for days: so elements are counted.
  private static func areEqual(_ left: [Value], _ right: [Value]) -> Bool {
    guard left.count > comparedAtOnce else { return StackGuard.takesLevels(left.count) && left == right }
    guard left.count == right.count else { return false }
    if left.withUnsafeBufferPointer({ left in right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress } }) {
      return true
    }
    var range = 0..<0
    while range.upperBound < left.count {
      range = range.upperBound..<min(range.upperBound + comparedAtOnce, left.count)
      guard StackGuard.takesLevels(range.count), left[range] == right[range] else { return false }
    }
    return true
  }

  private static func areEqual(_ left: Set<Value>, _ right: Set<Value>) -> Bool {
    guard left.count > comparedAtOnce else { return StackGuard.takesLevels(left.count) && left == right }
    return left.count == right.count && (areOne(left, right) || left.all(right.contains))
  }

  private static func areEqual(_ left: [Value: Value], _ right: [Value: Value]) -> Bool {
    guard left.count > comparedAtOnce else { return StackGuard.takesLevels(left.count) && left == right }
    guard left.count == right.count else { return false }
    if areOne(left, right) { return true }
    var steps = CountedKeys()
    for (key, value) in left where !steps.count() || right[key] != value { return false }
    return true
  }

  /// Whether two collections share their storage.
  private static func areOne<Keys>(_ left: Keys, _ right: Keys) -> Bool {
    unsafeBitCast(left, to: UInt.self) == unsafeBitCast(right, to: UInt.self)
  }

  public func hash(into hasher: inout Hasher) { hash(into: &hasher, depth: 0) }

  /// Parts nested deeper than this have no influence on a hash: equal values must have equal hashes, however much of the
  /// stack is left.
  private static let hashDepthMax = 100

  /// - Parameter depth: how deep inside of the value whose hash it is.
  func hash(into hasher: inout Hasher, depth: Int) {
    if let owner = declaringType, owner.customHash(self, &hasher) { return }
    switch self {
    case .void: break
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .word(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .float(let value): hasher.combine(value)
    case .string(let value): value.addHash(to: &hasher)
    case .character(let value): value.addHash(to: &hasher)
    case .array(let elements): Self.hash(elements, into: &hasher, depth)
    case .dictionary(let elements):
      Self.hash(unordered: elements, count: elements.count, into: &hasher, depth) { element, hasher in
        element.key.hash(into: &hasher, depth: depth + 1)
        element.value.hash(into: &hasher, depth: depth + 1)
      }
    case .set(let elements):
      Self.hash(unordered: elements, count: elements.count, into: &hasher, depth) { element, hasher in
        element.hash(into: &hasher, depth: depth + 1)
      }
    case .null(let around): hasher.combine(around)
    case .tuple(let tuple): Self.hash(tuple.elements, into: &hasher, depth)
    case .record(let record): Self.hash(record.fields, into: &hasher, depth)
    case .choice(let enumCase): hasher.combine(enumCase.index)
    case .payload(let payload):
      hasher.combine(payload.enumCase.index)
      Self.hash(payload.values, into: &hasher, depth)
    case .instance(let instance): hasher.combine(instance.identity)
    case .function(let function): hasher.combine(ObjectIdentifier(function))
    // Types are found at addresses, which differ from run to run.
    case .metatype(let box): hasher.combine(box.type.description)
    case .native(let part as ArrayPart): Self.hash(part.elements, into: &hasher, depth)
    case .native(let object):
      if depth < Self.hashDepthMax, StackGuard.hasRoom { object.hash(into: &hasher) }
    case .any(let box):
      if depth < Self.hashDepthMax { box.value.hash(into: &hasher, depth: depth + 1) }
    case .cell(let cell): hasher.combine(ObjectIdentifier(cell))
    case .weak(let reference): reference.value.hash(into: &hasher)
    case .fault(let box): hasher.combine(ObjectIdentifier(box))
    }
  }

  private static func hash(_ values: [Value], into hasher: inout Hasher, _ depth: Int) {
    hasher.combine(values.count)
    guard depth < hashDepthMax, StackGuard.takesLevel() else { return }
    for value in values {
      guard StackGuard.takesLevel() else { return }
      value.hash(into: &hasher, depth: depth + 1)
    }
  }

  /// The same in any order.
  private static func hash<Members: Sequence>(
    unordered elements: Members, count: Int, into hasher: inout Hasher, _ depth: Int,
    _ add: (Members.Element, inout Hasher) -> Void
  ) {
    hasher.combine(count)
    guard depth < hashDepthMax, StackGuard.takesLevel() else { return }
    var common = 0
    for element in elements {
      guard StackGuard.takesLevel() else { return }
      var own = Hasher()
      add(element, &own)
      common ^= own.finalize()
    }
    hasher.combine(common)
  }
}

extension Value {
  /// Whether a write of one over the other changes nothing that anybody could see.
  ///
  /// Finer than `==`: NaN is identical to itself, `0.0` and `-0.0` differ, text that only compares equal after
  /// normalisation mostly differs, and an `Any` differs if its type does. A `==` of the program's own has no say. Values
  /// that share their storage are compared in constant time, so a property that was assigned its own value costs
  /// nothing; otherwise O(size).
  public func isIdentical(to other: Value) -> Bool {
    var rest = Self.comparedMax
    return isIdentical(to: other, &rest)
  }

  /// More than anything has that may be told or kept. What has more counts as changed: two values that hold the same thing twice
  /// in each of sixty steps would be compared for ever.
  private static let comparedMax = 1 << 21

  private func isIdentical(to other: Value, _ rest: inout Int) -> Bool {
    rest -= 1
    guard rest > 0 else { return false }
    // What is nested too deeply to be looked at counts as changed.
    guard StackGuard.hasRoom else { return false }
    return switch (self, other) {
    case (.int(let left), .int(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.count == right.utf8.count && left.isSame(as: right)
    case (.double(let left), .double(let right)):
      left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
    case (.float(let left), .float(let right)):
      left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
    case (.array(let left), .array(let right)): Self.areIdentical(left, right, &rest)
    case (.dictionary(let left), .dictionary(let right)):
      left.count == right.count
        && left.allSatisfy { key, value in
          guard let index = right.index(forKey: key) else { return false }
          return right[index].key.isIdentical(to: key, &rest) && right[index].value.isIdentical(to: value, &rest)
        }
    case (.set(let left), .set(let right)):
      left.count == right.count
        && left.allSatisfy { element in
          right.firstIndex(of: element).map { right[$0].isIdentical(to: element, &rest) } ?? false
        }
    case (.choice(let left), .choice(let right)): left === right
    case (.instance(let left), .instance(let right)): left === right
    case (.choice, .payload), (.payload, .choice): false
    case (.tuple(let left), .tuple(let right)):
      left === right || Self.areIdentical(left.elements, right.elements, &rest)
    case (.record(let left), .record(let right)):
      left === right || left.type === right.type && Self.areIdentical(left.fields, right.fields, &rest)
    case (.payload(let left), .payload(let right)):
      left === right || left.enumCase === right.enumCase && Self.areIdentical(left.values, right.values, &rest)
    case (.any(let left), .any(let right)):
      left === right || left.type == right.type && left.value.isIdentical(to: right.value, &rest)
    // Boxed on one side only: whether the types agree cannot be known, and reporting a change that is none is harmless.
    case (.any, _), (_, .any): false
    case (.native(let left), .native(let right)):
      left === right || type(of: left) == type(of: right) && left.isEqual(to: right)
    default: self == other
    }
  }

  private static func areIdentical(_ left: [Value], _ right: [Value], _ rest: inout Int) -> Bool {
    guard left.count == right.count else { return false }
    let isShared = left.withUnsafeBufferPointer { leftStorage in
      right.withUnsafeBufferPointer { leftStorage.baseAddress == $0.baseAddress }
    }
    return isShared || zip(left, right).allSatisfy { $0.isIdentical(to: $1, &rest) }
  }
}

extension Value {
  /// The program's type that the value is of; `nil` for everything else, quickly.
  var declaringType: Nominal? {
    switch self {
    case .record(let record): record.type
    case .choice(let enumCase): enumCase.owner
    case .payload(let payload): payload.enumCase.owner
    case .instance(let instance): instance.type
    default: nil
    }
  }

  /// The value in boxes and weak references.
  fileprivate var held: Value {
    switch self {
    case .any(let box): box.value.held
    case .weak(let reference): reference.value.held
    default: self
    }
  }

  /// A part of an array or a text.
  fileprivate var isPart: Bool {
    guard case .native(let object) = self else { return false }
    return object is ArrayPart || object is TextPart
  }

  /// The object, if it is one of the program's.
  public var object: Instance? {
    if case .instance(let instance) = unboxed { return instance }
    return nil
  }

  /// The case of an enum's value.
  var enumCase: EnumCase? {
    switch self {
    case .choice(let found): found
    case .payload(let payload): payload.enumCase
    default: nil
    }
  }
}
