/// What all running code of one program shares: the value stack, the budget of the activation, the way out to the host.
///
/// Engine thread only. A frame is a stretch of the value stack; every slot beyond the top holds `.void`, so entering a
/// function costs no initialisation.
typealias Frame = UnsafeMutablePointer<Value>

final class Machine {
  let library: Library
  unowned let program: Program
  let limits: Limits
  private(set) var stack = StackGuard.current
  private let base: Frame
  private let end: Frame
  private(set) var top: Frame
  private var depth = 0
  private var fuel: Int
  /// What the function that is returning returns.
  var result: Value = .void
  /// A fault met where nothing can be thrown: in `==` or `hash` called by a collection, in a predicate of an operator.
  var pendingFault: Fault?
  var observations = Observations()
  private static let slots = 65_536

  init(program: Program, library: Library, limits: Limits) {
    self.program = program
    self.library = library
    self.limits = limits
    base = .allocate(capacity: Self.slots)
    base.initialize(repeating: .void, count: Self.slots)
    end = base + Self.slots
    top = base
    fuel = limits.stepsPerActivation
  }

  deinit {
    library.machine = nil
    base.deinitialize(count: Self.slots)
    base.deallocate()
  }

  // MARK: Activations

  /// Nothing is running: what comes now gets a budget of its own.
  var isIdle: Bool { depth == 0 }

  /// Enters from outside: a statement, a timer, a client's write. Inside a running activation it is part of that one.
  func activate<T>(_ body: () throws(Abort) -> T) throws(Abort) -> T {
    if depth == 0 {
      stack = StackGuard.current
      fuel = limits.stepsPerActivation
      pendingFault = nil
    }
    depth += 1
    defer {
      depth -= 1
      if depth == 0 {
        stack.drain()
        program.output.flush()
      }
    }
    let value = try body()
    if let fault = pendingFault {
      pendingFault = nil
      throw .fault(fault)
    }
    return value
  }

  // MARK: Frames

  @inline(__always)
  func enter(_ size: Int) throws(Abort) -> Frame {
    let frame = top
    let next = frame + size
    fuel -= 1
    depth += 1
    if next > end || depth > limits.callDepth || fuel < 0 || !stack.hasRoom {
      depth -= 1
      throw exhausted()
    }
    top = next
    return frame
  }

  @inline(__always)
  func leave(_ frame: Frame, _ size: Int) {
    for index in 0..<size { frame[index] = .void }
    top = frame
    depth -= 1
  }

  /// One turn of a loop.
  @inline(__always)
  func step() throws(Abort) {
    fuel -= 1
    if fuel < 0 { throw exhausted() }
  }

  /// Work of the library that grows with its input counts too.
  func spend(_ count: Int) throws(Abort) {
    fuel -= count
    if fuel < 0 { throw exhausted() }
  }

  private func exhausted() -> Abort {
    let location = Location(file: "", line: 0, column: 0)
    if fuel < 0 {
      return .fault(
        Fault(message: "stopped after \(limits.stepsPerActivation) steps: a loop without end?", location: location))
    }
    return .fault(
      Fault(
        message: "stack overflow: more than \(limits.callDepth) nested calls, or expressions too deep",
        location: location))
  }

  // MARK: Calls

  func call(_ function: CompiledFunction, captures: [Value], _ arguments: [Value]) throws(Abort) -> Value {
    try function.prepare()
    let size = function.frameSize
    let frame = try enter(size)
    for (index, value) in arguments.enumerated() where index < function.parameterCount { frame[index] = value }
    return try run(function, frame, size, captures)
  }

  @inline(__always)
  func call(_ function: CompiledFunction, captures: [Value], _ first: Value) throws(Abort) -> Value {
    try function.prepare()
    let size = function.frameSize
    let frame = try enter(size)
    if function.parameterCount > 0 { frame[0] = first }
    return try run(function, frame, size, captures)
  }

  /// The frame holds the arguments; what the body leaves behind is let go of.
  @inline(__always)
  func run(_ function: CompiledFunction, _ frame: Frame, _ size: Int, _ captures: [Value]) throws(Abort) -> Value {
    if !captures.isEmpty {
      var slot = function.parameterCount
      for value in captures {
        frame[slot] = value
        slot += 1
      }
    }
    do throws(Abort) {
      let value = try function.code(frame)
      leave(frame, size)
      return value
    } catch {
      leave(frame, size)
      throw error
    }
  }
}

extension Abort {
  /// A fault without a place takes this one; one that has its place adds the call to its stack.
  func at(_ location: Location) -> Abort {
    guard case .fault(var fault) = self else { return self }
    if fault.line == 0 {
      fault.file = location.file
      fault.line = location.line
      fault.column = location.column
    } else if fault.stack.count < 32 {
      fault.stack.append(location)
    }
    return .fault(fault)
  }

  static func fault(_ message: String) -> Abort {
    .fault(Fault(message: message, location: Location(file: "", line: 0, column: 0)))
  }
}
