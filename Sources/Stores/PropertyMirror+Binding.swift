// Two places that bindings lead to, kept the same.
public import Combine

extension PropertyMirror {
  /// Of what two bindings lead to, with what tells of their changes. A binding that is constant, limited or leads nowhere any
  /// more refuses what it is given: that ends the mirror, with the binding's error as `failure`.
  public convenience init<First: Publisher, Second: Publisher>(
    _ first: Binding<Value>, _ changes: First, _ second: Binding<Value>, _ otherChanges: Second, file: String = #fileID,
    line: Int = #line
  ) throws where First.Output == Value, First.Failure == Never, Second.Output == Value, Second.Failure == Never {
    self.init(
      of: try first.get(), first: { try first.set($0) }, changes, second: { try second.set($0) }, otherChanges,
      file: file, line: line)
  }
}
