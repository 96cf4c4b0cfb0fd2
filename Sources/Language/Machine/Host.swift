/// A property whose write is not over: its observers run.
public struct OngoingWrite {
  /// It is there as long as the write lasts.
  public unowned(unsafe) let object: Instance
  public let slot: Int
}

/// What a program needs from whoever runs it: a clock, a place for its output, and an ear for its writes.
///
/// The engine implements it. Everything is called on the engine's thread, synchronously.
public protocol Host: AnyObject {
  /// Engine time: nanoseconds that never go back, whoever sets the machine's clock. Timers and measured times are in it.
  /// Virtual or real: programs cannot tell.
  var nowNanoseconds: Int { get }

  /// What the calendar shows, nanoseconds since 1970: `Date()`.
  var dateNanoseconds: Int { get }

  /// What chance gives to programs: it goes on when another program takes the place of this one.
  var random: RandomSource { get }

  /// Runs `action` on the engine at `deadline`, in an activation of its own; equal deadlines keep their order.
  /// A deadline that has passed runs at the next turn, never inside this call.
  func schedule(atNanoseconds deadline: Int, _ action: @escaping () -> Void) -> any HostTimer

  /// Sends a request. `receive` is called once, on the engine and never inside this call, in an activation of its own;
  /// not at all after the work was cancelled.
  /// - Parameter location: where the program asks for it.
  func load(
    _ request: HTTPRequest, for pipeline: Pipeline?, at location: Location, _ receive: @escaping (HTTPOutcome) -> Void
  ) -> any HostWork

  /// Whether the program may do this. A source or an effect that may not is never asked for.
  func allows(_ access: Access) -> Bool

  /// Opens a source of lines. `receive` is called on the engine and never inside this call or that of `request`, each time
  /// in an activation of its own; not at all after the work was cancelled.
  func lines(of source: LineSource, for pipeline: Pipeline?, _ receive: @escaping (LineEvent) -> Void) -> any LineWork

  /// Does something outside, once what the activation did is sure to last. What goes wrong is reported to people.
  func perform(_ effect: Effect, for pipeline: Pipeline?, at location: Location)

  /// How many times the process that an object belongs to has said what changed.
  func toldChanges(of object: Instance) -> Int

  /// Asks the process that an object belongs to. `receive` is called once, on the engine and never inside this call, in an
  /// activation of its own; not at all after the work was cancelled. Without it nobody waits for the answer.
  /// - Throws: why it is not even asked.
  func ask(
    _ object: Instance, _ request: ProvidedRequest, for pipeline: Pipeline?, at location: Location,
    _ receive: ((ProvidedAnswer) -> Void)?
  ) throws(ProvidedRefusal) -> any HostWork

  /// Something outside is in the way of a pipeline, which goes on.
  func troubled(_ pipeline: Pipeline?, by fault: Fault)

  /// A task goes on in this activation, or begins: the one that was made there.
  func goesOn(taskAt location: Location)

  /// A write that is most likely a mistake; the program goes on.
  func warned(_ pipeline: Pipeline?, of fault: Fault)

  /// A task has ended before it was done: `superseded` when another one, or another program, took its place, else
  /// `cancelled`.
  func ended(_ state: String, taskAt location: Location)

  /// Tells, on the engine and never inside this call, when somebody outside begins to watch the object's properties, and
  /// when nobody does any more. What it is given is held until the work is cancelled; the object is not.
  func observeAudience(of object: Instance, _ changed: @escaping (_ isWatched: Bool) -> Void) -> any HostWork

  /// A line a program printed, without its end; or, when `endsLine` is false, what an activation left of a line.
  func printed(_ text: String, endsLine: Bool, by pipeline: Pipeline?)

  /// A stored property of `object` has just changed from `old`; the new value can be read from the object.
  /// Called for every write, equal values included, after the value is stored (and after observers of `$property` ran), and
  /// before `didSet`, which may write the property again.
  /// - Parameter begun: which of the program's writes it is, in the order in which they began: what observers of `$property`
  ///   have set off has been told before it, and has a higher number.
  func wrote(_ object: Instance, slot: Int, old: Value, as kind: WriteKind, begun: Int)

  /// The same of a property that holds an array, in which a part was replaced.
  func edited(_ object: Instance, slot: Int, _ edit: ElementEdit, as kind: WriteKind, begun: Int)

  /// A top-level or static `var` is about to be written for the first time in this activation.
  func willWrite(_ variable: VariableState)

  /// A static variable that may hold an object has its first value.
  /// - Parameter before: that it had none.
  func didInitialize(_ before: VariableState)

  /// The program has called off something that an initial value or an `init` had begun.
  func calledOff()

  /// What was over of that before a restart or a redefinition.
  func overWork(of owner: String) -> OverWork?

  /// Bytes that the process uses; 0 where nobody measures them.
  var memoryInUse: Int { get }

  /// Has the process give back what it has freed, as far as it can. Takes milliseconds for each GB.
  func giveBackMemory()

  /// A program runs, and has used up some thousands of steps: called again and again, at most some milliseconds apart where
  /// steps are short. Nothing may be done to a program within, but to stop this one (`Program.stopRunning`).
  /// - Parameter canPause: whether the activation could leave here and go on later.
  /// - Returns: whether it is to do so: then `pause` is called next.
  func didRun(canPause: Bool) -> Bool

  /// The activation leaves so that others can run, and goes on where it was when `goOn` is called, once, where nothing
  /// runs. It keeps its budget: all its parts together have what one activation has.
  /// - Parameter goOn: with a reason it is stopped at its next step.
  func pause(_ goOn: @escaping (_ stopping: String?) -> Void)

  /// A pipeline ended by a fault at run time. It is already cancelled.
  func failed(_ pipeline: Pipeline, with fault: Fault)

  /// Work that nobody waits for, and that belongs to no pipeline, ended by a fault: a task, a block on a queue.
  func failed(with fault: Fault)

  /// What is under way, to say later that something follows from it; nil where nobody asks for causes.
  func origin() -> AnyObject?
  /// What happens now follows from that, though a timer has set it off.
  func follows(from origin: AnyObject)

  /// Something about a pipeline that people want to know, in a word for programs and a sentence for people.
  func noted(_ state: String, _ text: String, by pipeline: Pipeline?)

  /// An `#expect` was reached: nil if it held, else what it says and where.
  func expected(_ failure: Fault?, by pipeline: Pipeline?)

  /// A pipeline has finished by itself.
  func finished(_ pipeline: Pipeline)

  /// The value that `property` of the store had before a restart or a redefinition; it replaces the property's initial
  /// value before `init` runs. `nil` lets the initial value stand.
  func keptValue(store: String, property: String, schema: Schema) -> PortableValue?

  /// What was at a place before a restart or a redefinition, where that was no property's data: a variable at top level, or
  /// a property that holds an object.
  func held(at place: String) -> HeldValue?
}

/// What a variable at top level, or a property that holds an object, is known to have held.
public enum HeldValue: Hashable, Sendable {
  /// Data; null also for an object that was not there.
  case data(PortableValue)
  /// An object of that class, whose own properties are kept under its place.
  case object(className: String)
  /// The object that is at another place.
  case same(place: String)
  /// A `Binding`: the identities of the elements on its way that it means by them, in order; null for one that is meant by
  /// its place.
  case bound(to: [PortableValue])
  /// Data that is too large to be kept.
  case tooLarge
  /// Data that is nested too deeply to be kept.
  case tooDeep
}

extension Host {
  /// A calendar that nobody sets.
  public var dateNanoseconds: Int { nowNanoseconds }

  /// Numbers that nobody can foresee.
  public var random: RandomSource { RandomSource() }

  public func origin() -> AnyObject? { nil }
  public func follows(from origin: AnyObject) {}
  public func finished(_ pipeline: Pipeline) {}
  public func warned(_ pipeline: Pipeline?, of fault: Fault) {}
  public func ended(_ state: String, taskAt location: Location) {}
  /// Printed, as Swift does when it dies of it.
  public func failed(with fault: Fault) {
    let place = fault.line > 0 ? " (\(fault.location))" : ""
    printed("Fatal error: \(fault.message)\(place)", endsLine: true, by: nil)
  }
  public func willWrite(_ variable: VariableState) {}
  public func didInitialize(_ before: VariableState) {}
  public func calledOff() {}
  public func overWork(of owner: String) -> OverWork? { nil }
  public func held(at place: String) -> HeldValue? { nil }
  public var memoryInUse: Int { 0 }
  public func giveBackMemory() {}
  public func didRun(canPause: Bool) -> Bool { false }
  public func pause(_ goOn: @escaping (_ stopping: String?) -> Void) {}

  /// A host without clients: nobody ever watches.
  public func observeAudience(of object: Instance, _ changed: @escaping (_ isWatched: Bool) -> Void) -> any HostWork {
    NoWork()
  }
}

/// Work of which there is none.
private final class NoWork: HostWork {
  func cancel() {}
}

/// A scheduled action that has not run yet.
public protocol HostTimer: AnyObject {
  /// Idempotent; after it the action does not run.
  func cancel()
}

extension Host {
  /// A host without a network: every request fails as not connected, at the present time.
  public func load(
    _ request: HTTPRequest, for pipeline: Pipeline?, at location: Location, _ receive: @escaping (HTTPOutcome) -> Void
  ) -> any HostWork {
    ScheduledWork(schedule(atNanoseconds: nowNanoseconds) { receive(.failure(code: -1009)) })
  }
}

extension Host {
  /// A host that grants nothing.
  public func allows(_ access: Access) -> Bool { false }

  public func lines(
    of source: LineSource, for pipeline: Pipeline?, _ receive: @escaping (LineEvent) -> Void
  ) -> any LineWork { preconditionFailure("nothing is granted") }

  public func perform(_ effect: Effect, for pipeline: Pipeline?, at location: Location) {
    preconditionFailure("nothing is granted")
  }

  public func troubled(_ pipeline: Pipeline?, by fault: Fault) {}

  public func goesOn(taskAt location: Location) {}
}

extension Host {
  /// A host without other processes.
  public func toldChanges(of object: Instance) -> Int { 0 }

  public func ask(
    _ object: Instance, _ request: ProvidedRequest, for pipeline: Pipeline?, at location: Location,
    _ receive: ((ProvidedAnswer) -> Void)?
  ) throws(ProvidedRefusal) -> any HostWork { throw ProvidedRefusal("nobody provides it here") }
}

/// A timer as work.
final class ScheduledWork: HostWork {
  private let timer: any HostTimer
  init(_ timer: any HostTimer) { self.timer = timer }
  func cancel() { timer.cancel() }
}
