/// What one activation of a program may use before it is stopped with a fault.
public struct Limits: Hashable, Sendable {
  /// Calls and loop turns in one activation. Ten million take about a second.
  public var stepsPerActivation: Int
  /// Nested calls of interpreted functions. The machine's own stack is watched as well.
  public var callDepth: Int
  /// Characters of a string, elements of a collection.
  public var valueCount: Int
  /// Bytes by which the process may grow in one activation, where the host measures it.
  public var memoryBytes: Int
  /// Bytes that the process may have in all, where the host measures it. Beyond, whatever makes a program's values larger
  /// is stopped: many activations that each keep within their own bound take all memory of a machine together.
  public var processBytes: Int
  /// Bytes of a text to check.
  public var sourceBytes: Int

  public init(
    stepsPerActivation: Int = 100_000_000, callDepth: Int = 10_000, valueCount: Int = 16_777_216,
    memoryBytes: Int = 512 << 20, processBytes: Int = 4 << 30, sourceBytes: Int = 1_048_576
  ) {
    self.stepsPerActivation = stepsPerActivation
    self.callDepth = callDepth
    self.valueCount = valueCount
    self.memoryBytes = memoryBytes
    self.processBytes = processBytes
    self.sourceBytes = sourceBytes
  }

  public static let standard = Limits()
}
