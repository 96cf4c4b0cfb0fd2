/// A body as closures, made when it is first called.
///
/// The frame: parameters (`self` first), then what is captured, then the variables.
final class CompiledFunction: CompiledBody {
  let context: FunctionContext
  let machine: Machine
  /// What the body refers to, while it may still have to be compiled, or bodies inside it.
  private let contents: UnitContents?
  var frameSize = 0
  var parameterCount = 0
  /// Where a frame has the types of the generic parameters in scope.
  var typesSlot: Int?
  private(set) var isReady = false
  var code: Code = { _ throws(Abort) in .void }

  init(_ context: FunctionContext, _ machine: Machine) {
    self.context = context
    self.machine = machine
    contents = context.environment.contents
  }

  @inline(__always)
  func prepare() throws(Abort) {
    if !isReady { compile() }
  }

  /// For a body that is put together outside its context.
  func install(_ code: @escaping Code, _ compiler: FunctionCompiler) {
    self.code = code
    frameSize = compiler.size
    isReady = true
  }

  private func compile() {
    isReady = true
    FunctionCompiler(self, machine).compile()
  }
}

extension Machine {
  func compiled(_ context: FunctionContext) -> CompiledFunction {
    if let known = context.compiled { return unsafeDowncast(known, to: CompiledFunction.self) }
    let made = CompiledFunction(context, self)
    if context.isDeclared { context.compiled = made }
    return made
  }
}

typealias Code = (Frame) throws(Abort) -> Value
typealias Test = (Frame) throws(Abort) -> Bool
typealias Exec = (Frame) throws(Abort) -> Flow

extension Array where Element == Code {
  /// What all of them give, in their order and in one allocation.
  func values(_ frame: Frame) throws(Abort) -> [Value] {
    switch count {
    case 0: return []
    case 1: return [try self[0](frame)]
    case 2: return [try self[0](frame), try self[1](frame)]
    default:
      var values: [Value] = []
      values.reserveCapacity(count)
      for code in self { values.append(try code(frame)) }
      return values
    }
  }
}

/// Where control goes after a statement.
enum Flow: Equatable {
  case next
  case returned
  case fallThrough
  /// Leaves, or begins again, the statement with this number.
  case breaks(Int)
  case continues(Int)
}

/// A place that can be read, written and changed where it is.
struct Place {
  /// The value is in this slot of the frame, and reading it is reading the slot.
  var slot: Int?
  let read: Code
  let write: (Frame, Value) throws(Abort) -> Void
  /// Calls back with the value in place.
  let modify: (Frame, (inout Value) throws(Abort) -> Void) throws(Abort) -> Void
  /// What changes a part of it alone, where it may be an array that others are told of.
  var array: ArrayPlace?
}

/// A place that may hold an array of which a part can be changed. What is said of the whole is done where it cannot.
struct ArrayPlace {
  /// Calls back with the element in place.
  let element:
    (
      Frame, Int, _ body: (inout Value) throws(Abort) -> Void, _ whole: (inout Value) throws(Abort) -> Void
    ) throws(Abort) -> Void
  /// Calls back with the array in place, of which only this part is changed.
  let part: (Frame, (Int) -> Range<Int>?, _ body: (inout Value) throws(Abort) -> Void) throws(Abort) -> Void
}

extension Place {
  /// Changed outside and put back, so that what is around it is whole meanwhile.
  var throughCopy: Place {
    Place(
      slot: slot, read: read, write: write,
      modify: { [read, write] frame, body throws(Abort) in
        var value = try read(frame)
        do throws(Abort) { try body(&value) } catch {
          try write(frame, value)
          throw error
        }
        try write(frame, value)
      })
  }
}

extension FunctionCompiler {
  /// The place of an expression, for what changes it where it is: whoever is told of that hears that it is no assignment. Of
  /// what is only the body's own nobody is told.
  func edited(_ place: Place, _ expression: Expr) -> Place {
    if expression.isOwn { return place }
    let machine = machine
    return Place(
      slot: place.slot, read: place.read,
      write: { frame, value throws(Abort) in
        let outer = machine.beginEdit()
        defer { machine.endEdit(outer) }
        try place.write(frame, value)
      },
      modify: { frame, body throws(Abort) in
        let outer = machine.beginEdit()
        defer { machine.endEdit(outer) }
        try place.modify(frame) { target throws(Abort) in
          // What else the change writes is not what is changed.
          let editor = machine.beginEdit(by: 0)
          defer { machine.endEdit(editor) }
          try body(&target)
        }
      },
      array: place.array.map { array in
        ArrayPlace(
          element: array.element,
          part: { frame, part, body throws(Abort) in
            let outer = machine.beginEdit()
            defer { machine.endEdit(outer) }
            try array.part(frame, part, body)
          })
      })
  }
}

extension Expr {
  /// It is a variable of the body, or a stored part of one that is no object.
  fileprivate var isOwn: Bool {
    switch kind {
    case .name:
      guard let local, local.accessors == nil else { return false }
      guard let choice, choice.declaration.owner != nil else { return true }
      // A property of `self` without `self.`.
      if case .stored = choice.declaration.implementation { return !local.type.isClass }
      return false
    case .member(let base, _):
      switch choice?.declaration.implementation {
      case .stored, .builtin(.tupleElement): return !base.type.isClass && base.isOwn
      default: return false
      }
    case .subscripted(let base, _):
      guard case .native? = choice?.declaration.implementation else { return false }
      return !base.type.isClass && base.isOwn
    case .bindOptional(let inner), .forceUnwrap(let inner), .optionalChain(let inner), .inoutReference(let inner):
      return inner.isOwn
    case .tuple(let items): return items.count == 1 && items[0].value.isOwn
    default: return false
    }
  }

  /// The variable that this is a stored part of; `nil` for a variable by itself, and for what an object holds.
  var rootOfPart: Expr? {
    switch kind {
    case .name:
      // A property of `self` without `self.`.
      guard let local, local.isSelf, choice?.declaration.owner != nil, !local.type.isClass else { return nil }
      return self
    case .member(let base, _), .subscripted(let base, _):
      guard !base.type.isClass else { return nil }
      if case .name = base.kind { return base }
      return base.rootOfPart
    case .optionalChain(let inner), .bindOptional(let inner), .forceUnwrap(let inner): return inner.rootOfPart
    case .tuple(let items) where items.count == 1: return items[0].value.rootOfPart
    default: return nil
    }
  }

  /// Two names of one variable.
  func isSameVariable(as other: Expr) -> Bool {
    local.map { $0 === other.local } ?? (choice?.declaration === other.choice?.declaration)
  }
}

/// An interpreted closure with what it captured.
final class ClosureValue: FunctionValue {
  let function: CompiledFunction
  private(set) var captures: [Value]

  init(_ function: CompiledFunction, _ captures: [Value]) {
    self.function = function
    self.captures = captures
  }

  deinit { StackGuard.release(&captures) }

  override func call(_ arguments: [Value]) throws(Abort) -> Value {
    try function.machine.call(function, captures: captures, arguments)
  }

  override func call(_ first: Value) throws(Abort) -> Value {
    try function.machine.call(function, captures: captures, first)
  }

  override func callInout(_ arguments: inout [Value]) throws(Abort) -> Value {
    try function.machine.callInout(function, captures: captures, &arguments)
  }

  override func test(_ left: Value, _ right: Value) -> Bool { test(left, right, function.machine) }
}
