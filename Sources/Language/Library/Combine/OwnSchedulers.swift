/// Schedulers that a program declares itself, on the time of one of the library's.
internal import Combine

/// A scheduler of the program, as the library's operators see it: its own methods are called.
struct ProgramScheduler {
  private let value: Value
  private let machine: Machine
  private let location: Location
  private let timeType: Type
  private let strideType: Type

  init(_ value: Value, _ machine: Machine, at location: Location) throws(Abort) {
    let environment = machine.program.environment
    let type = machine.dynamicType(value, .hole)
    guard let time = environment.memberType(of: type, named: "SchedulerTimeType", context: []),
      let nominal = time.nominal, nominal.library != nil,
      let stride = machine.library.nestedType(of: nominal, named: "Stride")
    else {
      throw .trap("a scheduler of the program has to keep the time of one of Combine's, as ImmediateScheduler's")
    }
    self.value = value
    self.machine = machine
    self.location = location
    timeType = time
    strideType = .nominal(stride, [])
  }

  var now: HostTime {
    do throws(Abort) {
      return try machine.activate { () throws(Abort) in try machine.member(named: "now", of: value)?.moment }
        ?? HostTime(nanoseconds: 0)
    } catch {
      machine.raise(error.fault(at: location))
      return HostTime(nanoseconds: 0)
    }
  }

  func schedule(_ action: @escaping () -> Void) {
    perform(["options", nil], [.null, work(action)])
  }

  func schedule(after date: HostTime, _ action: @escaping () -> Void) {
    perform(["after", "tolerance", "options", nil], [moment(date), noTime, .null, work(action)])
  }

  func schedule(
    after date: HostTime, interval: HostTime.Stride, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let stride = Value.native(StrideObject(interval, type: strideType))
    let token = perform(
      ["after", "interval", "tolerance", "options", nil], [moment(date), stride, noTime, .null, work(action)])
    return AnyCancellable { [machine, location] in
      guard let token, !token.isNull else { return }
      do throws(Abort) {
        try CancellableObject.wrapping(token, nil).token.cancel()
      } catch {
        machine.raise(error.fault(at: location))
      }
    }
  }

  private var noTime: Value { .native(StrideObject(.nanoseconds(0), type: strideType)) }
  private func moment(_ time: HostTime) -> Value { .native(MomentObject(time, type: timeType)) }

  private func work(_ action: @escaping () -> Void) -> Value {
    .function(
      NativeFunction { [machine] _ throws(Abort) in
        action()
        try machine.raisePending()
        return .void
      })
  }

  @discardableResult
  private func perform(_ labels: [String?], _ arguments: [Value]) -> Value? {
    do throws(Abort) {
      return try machine.perform("schedule", labels, of: value, arguments)
    } catch {
      machine.raise(error.fault(at: location))
      return nil
    }
  }
}
