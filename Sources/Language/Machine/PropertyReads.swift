internal import Combine

/// One `withObservationTracking`: what was read in it, until the first of that changes.
final class PropertyReads {
  private let machine: Machine
  private let onChange: FunctionValue
  private var isOver = false

  init(_ machine: Machine, _ onChange: FunctionValue) {
    (self.machine, self.onChange) = (machine, onChange)
    UndoLog.current?.note { self.isOver = true }
  }

  /// The property has been read.
  func note(_ instance: Instance, _ slot: Int) {
    guard !isOver else { return }
    instance.publishers(machine.library).observe(slot) { [self] () throws(Abort) in try end() }
  }

  /// Something that was read is about to change: said once.
  private func end() throws(Abort) {
    if isOver { return }
    isOver = true
    UndoLog.current?.note { self.isOver = false }
    _ = try onChange.call([])
  }
}
