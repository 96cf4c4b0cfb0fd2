/// A callable value: an interpreted closure with what it captured, or a function of the library.
public class FunctionValue {
  /// Calls with arguments that the checker has matched to the parameters.
  func call(_ arguments: [Value]) throws(Abort) -> Value { .void }
  func call() throws(Abort) -> Value { try call([]) }
  func call(_ first: Value) throws(Abort) -> Value { try call([first]) }
  func call(_ first: Value, _ second: Value) throws(Abort) -> Value { try call([first, second]) }
  /// For functions with `inout` parameters: the arguments hold then what these became, also if it throws.
  func callInout(_ arguments: inout [Value]) throws(Abort) -> Value { try call(arguments) }
  /// Whether a comparison of the program's says true; a fault is noted and counts as false.
  func test(_ left: Value, _ right: Value) -> Bool { false }
}

extension FunctionValue {
  var isPlaceholder: Bool { self is Placeholder }
  /// Stands where a function has been looked for in vain.
  static var placeholder: FunctionValue { Placeholder() }
}

private final class Placeholder: FunctionValue {}

/// A function with `inout` parameters as a value, other than a closure: it changes its arguments.
final class InoutFunction: FunctionValue {
  let body: (inout [Value]) throws(Abort) -> Value
  init(_ body: @escaping (inout [Value]) throws(Abort) -> Value) { self.body = body }
  deinit { StackGuard.postpone(body) }
  override func call(_ arguments: [Value]) throws(Abort) -> Value {
    var arguments = arguments
    return try body(&arguments)
  }
  override func callInout(_ arguments: inout [Value]) throws(Abort) -> Value { try body(&arguments) }
}

/// A function of the library as a value.
final class NativeFunction: FunctionValue {
  let body: ([Value]) throws(Abort) -> Value
  init(_ body: @escaping ([Value]) throws(Abort) -> Value) { self.body = body }
  deinit { StackGuard.postpone(body) }
  override func call(_ arguments: [Value]) throws(Abort) -> Value { try body(arguments) }
}
