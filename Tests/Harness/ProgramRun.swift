/// A program run from its first statement to its last, as its compiled twin would run in a process of its own.
///
/// What is scheduled for later happens while the main program waits, as in `RunLoop.main.run(until:)`; the end of the text
/// is the end of the process, whatever is still to come. The value of a bare expression is let go of at once.
import Foundation
public import Language

public struct ProgramRun {
  /// What it printed.
  public let output: String
  /// Why it did not run, or not to its end: the rendered errors of the checker, the error thrown, the fault.
  public let failure: String?
  public let diagnostics: [Diagnostic]

  public var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }

  /// - Parameter name: what faults call the file.
  public init(_ text: String, name: String = "main.swift", limits: Limits = .standard) {
    self.init([SourceText(file: name, text: text)], limits: limits)
  }

  /// The files of one program, together.
  public init(_ sources: [SourceText], limits: Limits = .standard) {
    let host = VirtualHost()
    let program = Program(host: host, limits: limits, library: LibraryPool.take())
    let session = program.openResults(of: "main")
    var checked: Checked? = program.check(sources, session: session)
    diagnostics = checked!.diagnostics
    var failure = checked!.unit == nil ? checked!.rendered : nil
    for statement in checked!.unit?.statements ?? [] {
      var result: Result<StatementOutcome, RunFailure>?
      program.execute(statement, session: session) { result = $0 }
      // A statement that waits: what else is due happens meanwhile, until it is done or nothing can happen any more.
      if result == nil { host.advance(by: 24 * 3600 * 1_000_000_000) { result != nil } }
      guard let result else {
        failure =
          "\(statement.file):\(statement.line): "
          + (host.isStuck ? "waits while work makes more work without end, and no time passes" : "waits for ever")
        break
      }
      do {
        let outcome = try result.get()
        if let value = outcome.value { session.forget(value.name) }
        // A process would stay in there until it is ended.
        if statement.text.hasPrefix("RunLoop.main.run()") { host.advance(by: 3600 * 1_000_000_000) }
      } catch {
        failure = Self.text(of: error)
        break
      }
      if let fault = host.faults.first {
        failure = Self.text(of: .trap(fault))
        break
      }
    }
    output = host.output
    self.failure = failure
    // A process that ends deinitialises nothing; what is printed from here on is not part of the output. The program
    // outlives whatever its statements still hold.
    session.close()
    program.close()
    checked = nil
    withExtendedLifetime(program) {}
  }

  /// A run on a thread with the stack of a main thread; a test's own thread has little.
  public static func onItsOwnStack(
    _ text: String, name: String = "main.swift", limits: Limits = .standard
  ) -> ProgramRun {
    onItsOwnStack([SourceText(file: name, text: text)], limits: limits)
  }

  public static func onItsOwnStack(_ sources: [SourceText], limits: Limits = .standard) -> ProgramRun {
    nonisolated(unsafe) var result: ProgramRun?
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      result = ProgramRun(sources, limits: limits)
      done.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    done.wait()
    return result!
  }

  private static func text(of failure: RunFailure) -> String {
    switch failure {
    case .trap(let fault):
      (["\(fault.location): fault: \(fault.message)"]
        + fault.stack.map { "  called from " + ($0.function.map { $0 + ", " } ?? "") + $0.location.description })
        .joined(separator: "\n")
    case .thrown(let error): "\(error.location): error thrown: \(error.description) (\(error.typeName))"
    }
  }
}

extension Limits {
  /// Little, so that a loop without end ends soon.
  public static let fuzzing = Limits(stepsPerActivation: 50_000, callDepth: 256, valueCount: 200_000)
}
