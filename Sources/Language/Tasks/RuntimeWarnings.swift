/// Writes that are most likely mistakes: off the main queue, and by a task that was cancelled. They are carried out, as
/// compiled Swift would, and shown to people once for each place, property and session.
extension Machine {
  /// Whether what is running should better not write to a published property.
  var isDubious: Bool { executor !== main || fiber?.task?.isCancelled == true }

  /// - Parameter isCleaningUp: the write stands in a `defer`: a task that is cancelled has to do that too.
  func warn(on instance: Instance, _ property: String, at location: Location, isCleaningUp: Bool = false) {
    guard instance.hostTag != nil || instance.storeName != nil else { return }
    if executor !== main {
      warn(
        "Publishing changes from background threads is not allowed; make sure to publish values from the main thread "
          + "(via operators like receive(on:)) on model updates.", instance, property, location)
    }
    if fiber?.task?.isCancelled == true, !isCleaningUp {
      warn("A cancelled task still assigns; look at Task.isCancelled before.", instance, property, location)
    }
  }

  private func warn(_ message: String, _ instance: Instance, _ property: String, _ location: Location) {
    let path = instance.displayPath(of: property)
    let pipeline = program.currentPipeline
    let key = "\(location) \(path) \(message.count) \(program.currentSession) \(pipeline?.name ?? "")"
    guard warned.count < 4096, warned.insert(key).inserted else { return }
    let source = pipeline.map { ", by the pipeline '\($0.name)'" } ?? ""
    program.host.warned(pipeline, of: Fault(message: "\(message) (\(path)\(source))", location: location))
  }
}
