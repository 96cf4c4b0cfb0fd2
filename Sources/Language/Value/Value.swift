/// The values a program computes with.
///
/// One representation serves all static types; which cases can occur where is the checker's promise. Scalars and small
/// strings are stored inline. Collections, records and tuples are values by copy-on-write; instances, functions and
/// library objects are references.
///
/// An optional costs nothing: `some(x)` is `x` itself. Only `nil` has a representation, and it knows how many `some`
/// are around it, so that `.some(.none)` of a nested optional is not `nil`.
public enum Value {
  case void
  case bool(Bool)
  /// All integer types; the static type says which, and arithmetic checks its bounds.
  case int(Int)
  /// A `UInt` or `UInt64` above `Int.max`; a smaller one is an `int`.
  case word(UInt)
  case double(Double)
  case float(Float)
  case string(String)
  case character(Character)
  case array([Value])
  case dictionary([Value: Value])
  case set(Set<Value>)
  /// `nil` inside so many `some`.
  case null(depth: Int)
  case tuple(Tuple)
  /// A struct's value.
  case record(Record)
  /// An enum case without payload.
  case choice(EnumCase)
  /// An enum case with its payload.
  case payload(Payload)
  case instance(Instance)
  case function(FunctionValue)
  case metatype(TypeBox)
  /// A reference of the library: a publisher, a cancellable, a date, a scheduler, a key path.
  case native(NativeObject)
  /// A value as `Any` or another existential whose static type cannot be read off the value.
  case any(Existential)
  /// The cell of a captured variable. Only ever in slots.
  case cell(Cell)
  /// A weak reference. Only ever in slots.
  case weak(WeakReference)
  /// What a stage emits after its closure trapped; it passes through every later stage untouched.
  case fault(FaultBox)

  static var null: Value { .null(depth: 0) }

  var isInteger: Bool {
    switch self {
    case .int, .word: true
    default: false
    }
  }

  static func unsigned(_ word: UInt) -> Value { Int(exactly: word).map { .int($0) } ?? .word(word) }

  /// `some(self)` of an optional.
  var some: Value {
    if case .null(let depth) = self { return .null(depth: depth + 1) }
    return self
  }

  /// What is inside an optional; `nil` for `nil`.
  var unwrapped: Value? {
    guard case .null(let depth) = self else { return self }
    return depth == 0 ? nil : .null(depth: depth - 1)
  }

  var isNull: Bool {
    if case .null(0) = self { return true }
    return false
  }

  /// Whether others can be inside of it.
  public var mayHoldValues: Bool {
    switch self {
    case .void, .bool, .int, .double, .float, .string, .character, .null, .choice, .metatype, .weak, .fault: false
    default: true
    }
  }

  /// The value without the boxes of existentials around it.
  var unboxed: Value {
    var value = self
    while case .any(let box) = value { value = box.value }
    return value
  }
}

/// A value whose static type must travel with it.
public final class Existential {
  private(set) var value: Value
  let type: Type
  init(_ value: Value, _ type: Type) {
    self.value = value
    self.type = type
  }

  deinit { StackGuard.release(&value) }
}

/// The storage of a variable that closures share.
public final class Cell: ProgramPart {
  private var stored: Value
  var value: Value {
    get { stored }
    set {
      // What was there goes when the new value is in its place: its end may run code that looks here.
      var outgoing = newValue
      swap(&stored, &outgoing)
    }
  }
  init(_ value: Value, of home: Home?) {
    stored = value
    super.init(of: home)
  }

  deinit { StackGuard.release(&stored) }

  override func letGo() { value = .void }
}

public final class WeakReference {
  weak var instance: Instance?
  weak var native: NativeObject?

  init(_ value: Value) { set(value) }

  func set(_ value: Value) {
    instance = nil
    native = nil
    switch value {
    case .instance(let object): instance = object
    case .native(let object): native = object
    case .any(let box): set(box.value)
    default: break
    }
  }

  /// What a `weak` or `unowned` variable holds. One that is unowned and nil refers to nothing that could be gone.
  static func held(_ value: Value, isUnowned: Bool) -> Value {
    isUnowned && value.isNull ? value : .weak(WeakReference(value))
  }

  var value: Value {
    if let instance { return .instance(instance) }
    if let native { return .native(native) }
    return .null
  }
}

public final class FaultBox {
  let fault: Fault
  init(_ fault: Fault) { self.fault = fault }
}

public final class TypeBox {
  let type: Type
  init(_ type: Type) { self.type = type }
}

/// A tuple of two or more elements. Labels are part of the value because descriptions show them.
public final class Tuple {
  let labels: [String?]
  var elements: [Value]

  init(_ elements: [Value], labels: [String?] = []) {
    self.elements = elements
    self.labels = labels
  }

  deinit { StackGuard.release(&elements) }
}

/// An enum's case with its payload; single payloads are stored bare, several as given.
public final class Payload {
  let enumCase: EnumCase
  var values: [Value]

  init(_ enumCase: EnumCase, _ values: [Value]) {
    self.enumCase = enumCase
    self.values = values
  }

  deinit { StackGuard.release(&values) }
}
