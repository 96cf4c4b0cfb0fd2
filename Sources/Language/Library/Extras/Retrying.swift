/// `retry(_:backoff:jitter:when:)`: attempts with pauses between them, for failures that may pass by themselves. Ours, not
/// Apple's: what `retry`, `tryCatch`, `delay` and `flatMap` are put together for again and again, without its holes.
internal import Combine
internal import Foundation
internal import FoundationNetworking

extension ExtrasLibrary {
  static func retrying() -> [LibraryEntry] {
    [
      contextual(
        """
        func retry(
          _ retries: Int, backoff: Backoff, jitter: Double = 0, when condition: ((Failure) -> Bool)? = nil
        ) -> AnyPublisher<Output, Failure>
        """
      ) { call throws(Abort) in
        let source = try call.publisher(0)
        guard call[1].integer >= 0 else { throw .trap("a number of retries cannot be negative") }
        guard (0...1).contains(call[3].number) else { throw .trap("jitter is a share from 0 to 1") }
        let policy = RetryPolicy(
          retries: call[1].integer, backoff: call[2].object(BackoffObject.self)?.content ?? .init(),
          jitter: call[3].number, condition: call.optionalClosure(4), call: call.bare)
        let machine = call.machine
        return call.made(
          Deferred { policy.attempt(source.stream, 0, for: machine.program.currentPipeline) }, from: source)
      }
    ]
  }

  static func backoff() -> LibraryType {
    LibraryType(
      "struct Backoff: Hashable, CustomStringConvertible, Sendable {}",
      [
        contextual("static var none: Backoff { get }") { call in .native(BackoffObject(.init(), type: call.result)) },
        contextual("static func constant(_ pause: Duration) -> Backoff") { call in
          let pause = call[0].duration
          return .native(BackoffObject(.init(initial: pause, factor: 1, maximum: pause), type: call.result))
        },
        contextual(
          "static func exponential(_ initial: Duration, factor: Double = 2, maximum: Duration? = nil) -> Backoff"
        ) { call throws(Abort) in
          guard call[1].number >= 1 else { throw .trap("pauses that get shorter are no backoff: factor is at least 1") }
          let maximum = call[2].unwrapped?.duration ?? .seconds(3600)
          return .native(
            BackoffObject(
              .init(initial: call[0].duration, factor: call[1].number, maximum: maximum), type: call.result))
        },
        unary("var description: String { get }") { .string($0.object(BackoffObject.self)?.text ?? "") },
      ])
  }
}

/// How pauses grow.
struct Backoff: Hashable {
  var initial = Duration.zero
  var factor = 1.0
  var maximum = Duration.zero

  /// Before the retry of that number, counted from 0, in seconds.
  func pause(before retry: Int) -> Double {
    min((initial / .seconds(1)) * pow(factor, Double(retry)), maximum / .seconds(1))
  }
}

final class BackoffObject: ValueObject<Backoff> {
  override var text: String {
    if content.maximum == .zero { return "none" }
    if content.factor == 1 { return "constant(\(content.initial))" }
    return "exponential(\(content.initial), factor: \(content.factor), maximum: \(content.maximum))"
  }
}

private struct RetryPolicy {
  let retries: Int
  let backoff: Backoff
  let jitter: Double
  let condition: StageClosure?
  let call: NativeCall

  /// The upstream, and what follows when it fails after so many retries.
  func attempt(_ upstream: ValuePublisher, _ made: Int, for pipeline: Pipeline?) -> ValuePublisher {
    upstream.catch { error -> ValuePublisher in
      guard error.fault == nil else { return Fail(error: error).eraseToAnyPublisher() }
      switch verdict(error.value) {
      case .fault(let box): return Fail(error: Abort.fault(box.fault)).eraseToAnyPublisher()
      case .bool(true) where made < retries: break
      default:
        if made > 0 { note("given up after \(made + 1) attempts", error.value, pipeline) }
        return Fail(error: error).eraseToAnyPublisher()
      }
      let pause = self.pause(before: made, error.value)
      note("attempt \(made + 2) of \(retries + 1) in \(Self.text(pause))", error.value, pipeline)
      let scheduler = HostScheduler(machine: call.machine, isImmediate: false)
      return Just(Value.void).failable
        .delay(for: .seconds(pause), scheduler: scheduler)
        .flatMap { _ in attempt(upstream, made + 1, for: pipeline).attributed(to: pipeline, call.machine) }
        .eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }

  /// Whether it is worth another attempt; a fault of the condition is one.
  private func verdict(_ error: Value) -> Value { condition.map { $0(error) } ?? .bool(error.mayPass) }

  /// The server's own word comes before ours.
  private func pause(before retry: Int, _ error: Value) -> Double {
    if let hint = error.retryAfter(now: call.nowSeconds) { return min(max(0, hint), 86_400) }
    let pause = backoff.pause(before: retry)
    guard jitter > 0 else { return pause }
    return pause * (1 - jitter + 2 * jitter * call.machine.state(Jitter.self).next())
  }

  private func note(_ what: String, _ error: Value, _ pipeline: Pipeline?) {
    call.machine.program.host.noted("retrying", "\(what): \(call.text(of: error, as: .hole))", by: pipeline)
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded()
      ? "\(Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)") s" : "\((seconds * 1000).rounded() / 1000) s"
  }
}

/// Numbers from 0 to 1 that look random and are the same in every run, so that a run can be repeated.
final class Jitter: LibraryState {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  func next() -> Double {
    // xorshift64*, by Marsaglia and Vigna.
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) / Double(1 << 53)
  }
}

extension Value {
  /// Whether a failure can pass by itself: a network that was away, a server that was busy.
  fileprivate var mayPass: Bool {
    switch unboxed {
    case .native(let object as URLErrorObject):
      switch object.error.code {
      case .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed,
        .notConnectedToInternet, .badServerResponse, .resourceUnavailable:
        return true
      default: return false
      }
    case .native(let object as HTTPErrorObject): return object.isTemporary
    default: return false
    }
  }

  /// Seconds that a server asked to wait, read from the error: an `HTTPError`, or one of the program's with a property or
  /// a payload named `retryAfter`, in seconds as a number or as a header has them.
  fileprivate func retryAfter(now: Double) -> Double? {
    switch unboxed {
    case .native(let object as HTTPErrorObject): return object.retryAfter.flatMap { RetryAfter.seconds($0, now: now) }
    case .payload(let payload):
      guard let index = payload.enumCase.payload.firstIndex(where: { $0.label == "retryAfter" }) else { return nil }
      return payload.values[index].seconds(now: now)
    case .record(let record):
      guard let index = record.type.storedProperties.firstIndex(where: { $0.name == "retryAfter" }) else { return nil }
      return record.fields[index].seconds(now: now)
    default: return nil
    }
  }

  private func seconds(now: Double) -> Double? {
    switch unboxed {
    case .int(let seconds): Double(seconds)
    case .double(let seconds): seconds
    case .string(let text): RetryAfter.seconds(text, now: now)
    default: nil
    }
  }
}

/// The header of RFC 9110, 10.2.3: seconds, or a date.
enum RetryAfter {
  static func seconds(_ text: String, now: Double) -> Double? {
    // What is less than nothing is no hint.
    if let seconds = Int(text) { return seconds < 0 ? nil : Double(seconds) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return format.date(from: text).map { $0.timeIntervalSince1970 - now }
  }
}
