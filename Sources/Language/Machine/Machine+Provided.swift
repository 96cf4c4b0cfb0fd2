/// Objects of other processes: what code does to them is asked of whom they belong to.
///
/// Their classes conform to `_Provided`, which the engine writes into the declarations that it makes for them. What such an
/// object holds is what its owner said last; only `Program.provide` changes it.
extension Machine {
  /// Asks the owner, and waits for the answer where code can wait. Inside of a pipeline it is asked and not waited for, as
  /// with other effects; what goes wrong then is reported to people.
  /// - Returns: nil where nobody waits.
  func ask(_ instance: Instance, _ request: ProvidedRequest, at location: Location) throws(Abort) -> ProvidedAnswer? {
    let pipeline = program.registry.current
    let waits = fiber != nil && !isDeinitializing && pipeline == nil
    var answer: ProvidedAnswer?
    var work: (any HostWork)?
    var refusal: ProvidedRefusal?
    let task = fiber?.task
    if waits, task?.isCancelled == true { return .unanswered("cancelled") }
    func begin(_ receive: ((ProvidedAnswer) -> Void)?) {
      do throws(ProvidedRefusal) {
        work = try program.host.ask(instance, request, for: pipeline, at: location, receive)
      } catch { refusal = error }
    }
    guard waits else {
      begin(nil)
      if let refusal { return refusal.answer }
      return nil
    }
    var handler: Int?
    // What cannot be asked is known before anything is left.
    var waker: Waker?
    begin { given in
      answer = given
      waker?.resume()
    }
    if let refusal { return refusal.answer }
    do throws(Abort) {
      try park { given in
        waker = given
        handler = task?.onCancel {
          work?.cancel()
          given.wake()
        }
      }
    } catch {
      work?.cancel()
      throw error
    }
    if let handler { task?.removeHandler(handler) }
    return answer ?? .unanswered("cancelled")
  }

  /// Changes a part of a property of such an object. The rest goes with it as it was when it was read: what the owner has changed
  /// since is not to be lost.
  func askToModify(
    _ instance: Instance, _ property: StoredProperty, _ body: (inout Value) throws(Abort) -> Void
  ) throws(Abort) {
    let known = program.host.toldChanges(of: instance)
    var value = try read(instance, property.slot)
    try body(&value)
    try askToSet(instance, property, value, known: known)
  }

  /// An assignment to a property of such an object.
  /// - Parameter known: see `ProvidedRequest.set`.
  func askToSet(_ instance: Instance, _ property: StoredProperty, _ value: Value, known: Int? = nil) throws(Abort) {
    guard let plain = value.portable else { throw .trap("the value of '\(property.name)' has no plain form") }
    switch try ask(instance, .set(property: property.name, plain, known: known), at: .unknown) {
    case nil, .value?: return
    case .outdated(let reason)?:
      throw .refusal(
        .outdated(path: instance.displayName + "." + property.name), "'\(property.name)' is not set: \(reason)")
    case .refused(let reason)?: throw .refusal(.value, "'\(property.name)' is not set: \(reason)")
    case .unanswered(let reason)?: throw .refusal(.unanswered, "'\(property.name)' may not be set: \(reason)")
    }
  }
}

extension ProvidedRefusal {
  /// As if the owner had said so, where it would have.
  fileprivate var answer: ProvidedAnswer { isOutdated ? .outdated(reason) : .refused(reason) }
}
