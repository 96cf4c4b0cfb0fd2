/// Faults that nobody can catch any more.
extension Abort {
  /// What it is if nobody can catch it.
  func fault(at location: Location) -> Fault {
    switch at(location) {
    case .fault(let fault): fault
    case .thrown(let error, let place):
      Fault(message: "an error was thrown where none is expected: \(error.value.errorText)", location: place)
    case .missing: Fault(message: "Unexpectedly found nil while unwrapping an Optional value", location: location)
    case .ended: Fault(message: "the program was closed", location: location)
    }
  }
}

extension Value {
  fileprivate var errorText: String {
    do throws(Abort) { return try Describer().debugDescription(of: self) } catch { return "an error" }
  }
}

extension Machine {
  /// A fault where nothing can be thrown and nothing can be emitted: it comes up when the activation ends. Where that was
  /// the outermost, nobody waits for it, and it is reported.
  func raise(_ fault: Fault) {
    guard isRunning else { return report(.fault(fault)) }
    if pendingFault == nil { pendingFault = fault }
  }

  /// A fault of work that nobody waits for and that belongs to no pipeline.
  /// - Parameter origin: where the program made it, if it is a task.
  func report(_ abort: Abort, ofTaskAt origin: Location? = nil) {
    if case .ended = abort { return }
    var fault = abort.fault(at: origin ?? .unknown)
    // Where it happened may be called from many tasks.
    if let origin, fault.location != origin { fault.message += " (in the task from \(origin))" }
    if fault.message == Fibers.tooMany {
      if fibers.hasSaidTooMany { return }
      fibers.hasSaidTooMany = true
    }
    program.host.failed(with: fault)
  }
}
