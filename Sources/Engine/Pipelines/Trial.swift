import Language
public import Marbles

/// Operators on diagrams: a program of its own, on a clock of its own. Nothing of the daemon's takes part.
extension Engine {
  public struct Trial {
    /// The expression that was tried, as Swift.
    public var source: String
    /// What came out of each operator but the last, in the order of the source.
    public var stages: [(name: String, output: MarbleDiagram)]
    public var output: MarbleDiagram
  }

  /// The names under which the diagrams are there; the operators stand behind the first.
  public static let trialInputs = ["input", "b", "c", "d"]

  /// Columns that are waited for behind the end of the inputs.
  private static let trialColumnsAfter = 200
  /// Columns of an input, and what happens in them.
  private static let trialColumnsMax = 1_000
  /// So that no sum of columns is more than a clock can show.
  private static let trialColumnDaysMax = 30

  /// All texts of all diagrams that come out.
  static let trialBytesMax = 1 << 20

  /// What comes out of the operators when the diagrams go in.
  /// - Parameters:
  ///   - operators: a chain, `.map { $0 + 1 }.removeDuplicates()`, or one operator in short, `debounce 300ms`.
  ///   - column: what a column takes, in nanoseconds.
  public func trial(of operators: String, on inputs: [MarbleDiagram], column: Int) throws(EngineError) -> Trial {
    guard (1...Self.trialInputs.count).contains(inputs.count) else {
      throw .validation(path: "inputs", rule: "there are 1 to \(Self.trialInputs.count) of them")
    }
    guard inputs.allSatisfy({ $0.length <= Self.trialColumnsMax && $0.events.count <= Self.trialColumnsMax }) else {
      throw .validation(path: "inputs", rule: "a diagram has at most \(Self.trialColumnsMax) columns and events")
    }
    guard (1...Self.trialColumnDaysMax * 86_400_000_000_000).contains(column) else {
      throw .validation(path: "column", rule: "a column takes 1ns to \(Self.trialColumnDaysMax) days")
    }
    let host = TrialHost(outside.system, random: random.fresh, didRun)
    var limits = limits.language
    limits.stepsPerActivation = min(limits.stepsPerActivation, TrialHost.stepsMax)
    let program = Program(host: host, limits: limits, library: library)
    let session = program.openResults(of: "trial")
    defer {
      session.close()
      program.close()
    }
    let names = Self.trialInputs.prefix(inputs.count)
    let source = "input" + (try TrialOperators(operators, with: Array(names.dropFirst())).swift)
    try run(Self.prelude(Array(zip(names, inputs)), column), program, session)

    let publisher: StatementValue
    do { publisher = try program.value(of: SourceText(file: "try", text: source), session: session) } catch {
      throw EngineError(error)
    }
    let recorder = TrialRecorder(program, host, column)
    // Nothing is asked for before each operator is listened to.
    guard
      let observation = program.observe(
        publisher.value, text: source, session: session, demand: 0, receive: { recorder.output.add(.value($0)) },
        complete: { recorder.end($0) })
    else { throw .typeMismatch(path: "operators", expected: "a chain that is a publisher", got: publisher.typeName) }
    recorder.listen(to: observation.pipeline)
    observation.request(nil)
    for diagram in inputs {
      for marble in diagram.events where marble.event == .cancel {
        _ = host.schedule(atNanoseconds: marble.column * column) {
          observation.cancel()
          recorder.output.add(.cancel)
        }
      }
    }
    // What is due in a column happens in it, whatever set it.
    let length = inputs.map(\.length).max() ?? 0
    host.advance(to: (length + Self.trialColumnsAfter) * column)
    observation.cancel()
    if let fault = host.fault ?? recorder.fault { throw .trap(fault) }
    return try recorder.trial(of: source, length: length) { [self] in _ = didRun(false) }
  }

  /// The inputs, and what happens to them when. All is scheduled before the operators schedule anything, so that in a column
  /// the inputs come first.
  private static func prelude(_ inputs: [(name: String, diagram: MarbleDiagram)], _ column: Int) -> String {
    let isNumber = inputs.allSatisfy { $0.diagram.values.allSatisfy { Int($0) != nil } }
    let canFail = inputs.contains { $0.diagram.events.contains { $0.event == .failure } }
    var lines = ["import Combine", "import Foundation"]
    for (name, _) in inputs {
      lines.append(
        "let \(name) = PassthroughSubject<\(isNumber ? "Int" : "String"), \(canFail ? "any Error" : "Never")>()")
    }
    for (name, diagram) in inputs {
      for marble in diagram.events {
        let argument: String
        switch marble.event {
        case .value(let text): argument = isNumber ? text : text.debugDescription
        case .finished: argument = "completion: .finished"
        case .failure: argument = "completion: .failure(URLError(.unknown))"
        case .cancel: continue
        }
        lines.append(
          "DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(\(marble.column * column))) { \(name).send(\(argument)) }"
        )
      }
    }
    return lines.joined(separator: "\n")
  }

  private func run(_ text: String, _ program: Program, _ session: SessionResults) throws(EngineError) {
    let checked = program.check(SourceText(file: "try", text: text), session: session)
    guard let unit = checked.unit else { throw .refusedSource(checked.diagnostics, rendered: checked.rendered) }
    for statement in unit.statements {
      do { _ = try program.execute(statement, session: session) } catch {
        switch error {
        case .trap(let fault): throw .trap(fault)
        case .thrown(let thrown): throw .thrown(thrown)
        }
      }
    }
  }
}

/// What stands behind a publisher, from the short form that people type.
struct TrialOperators {
  let swift: String

  /// - Parameter others: the names of the inputs beside the one that they stand behind.
  init(_ text: String, with others: [String]) throws(EngineError) {
    let text = text.drop { $0.isWhitespace }
    let name = text.prefix { $0.isLetter || $0.isNumber }
    guard !name.isEmpty else {
      swift = String(text)
      return
    }
    let rest = text.dropFirst(name.count).drop { $0.isWhitespace }
    let words = rest.split(separator: " ")
    if let first = words.first, let time = Self.duration(first) {
      let further = words.dropFirst().joined(separator: " ")
      guard further.isEmpty || name == "throttle" && ["first", "latest"].contains(further) else {
        throw .validation(
          path: "operators",
          rule: "nothing stands behind '\(name) \(first)', not '\(further)': several operators are written as Swift, "
            + ".\(name)\(Self.timed(String(name), time, isFirst: false)).map { $0 }")
      }
      swift = "." + name + Self.timed(String(name), time, isFirst: further == "first")
    } else if rest.isEmpty, let joined = try Self.joining(String(name), others) {
      swift = joined
    } else if rest.isEmpty {
      swift = ".\(name)()"
    } else if rest.first == "(" || rest.first == "." {
      swift = ".\(name)\(rest)"
    } else if rest.first == "{" {
      swift = ".\(name) \(rest)"
    } else {
      swift = ".\(name)(\(rest))"
    }
  }

  /// An operator that takes another publisher, with the further inputs; `nil` for one that takes none.
  private static func joining(_ name: String, _ others: [String]) throws(EngineError) -> String? {
    let joined: String
    switch name {
    case "merge": joined = ".merge(with: \(others.joined(separator: ", ")))"
    case "zip", "combineLatest": joined = ".\(name)(\(others.joined(separator: ", ")))"
    case "append", "prepend": joined = others.map { ".\(name)(\($0))" }.joined()
    case "catch": joined = ".catch { _ in \(others.first ?? "") }"
    default: return nil
    }
    guard !others.isEmpty else {
      throw .validation(
        path: "operators", rule: "'\(name)' takes another publisher: give it a second diagram, which is b")
    }
    return joined
  }

  /// The arguments of an operator that waits.
  private static func timed(_ name: String, _ time: String, isFirst: Bool) -> String {
    let scheduler = "scheduler: DispatchQueue.main"
    return switch name {
    case "throttle": "(for: \(time), \(scheduler), latest: \(!isFirst))"
    case "timeout": "(\(time), \(scheduler))"
    case "collect": "(.byTime(DispatchQueue.main, \(time)))"
    default: "(for: \(time), \(scheduler))"
    }
  }

  /// `300ms`, `2s`, `1.5s` as a stride.
  private static func duration(_ text: Substring) -> String? {
    let number = text.prefix { $0.isNumber || $0 == "." }
    guard Double(number) != nil else { return nil }
    switch text.dropFirst(number.count) {
    case "ms": return number.contains(".") ? nil : ".milliseconds(\(number))"
    case "s": return ".seconds(\(number))"
    default: return nil
    }
  }
}

/// What comes out of the operators, by column.
private final class TrialRecorder {
  /// One row.
  final class Row {
    enum Event {
      case value(Value)
      case finished, failure, cancel
    }

    let name: String
    private let host: TrialHost
    private let column: Int
    private var moments: [(column: Int, event: Event)] = []

    init(_ name: String, _ host: TrialHost, _ column: Int) {
      self.name = name
      self.host = host
      self.column = column
    }

    func add(_ event: Event) {
      // Of the publishers that an operator within `flatMap` makes only the last completion ends the row.
      switch moments.last?.event {
      case .finished, .failure: moments.removeLast()
      default: break
      }
      moments.append((host.nowNanoseconds / column, event))
    }

    func diagram(of length: Int, _ text: (Value) throws(EngineError) -> String) throws(EngineError) -> MarbleDiagram {
      var events: [TimedMarble] = []
      for (column, event) in moments {
        switch event {
        case .value(let value): events.append(TimedMarble(column, .value(try text(value))))
        case .finished: events.append(TimedMarble(column, .finished))
        case .failure: events.append(TimedMarble(column, .failure))
        case .cancel: events.append(TimedMarble(column, .cancel))
        }
      }
      return MarbleDiagram(events: events, length: max(length, (events.last?.column ?? -1) + 1))
    }
  }

  let output: Row
  private(set) var fault: Fault?
  private var stages: [Row] = []
  private let program: Program
  private let host: TrialHost
  private let column: Int

  init(_ program: Program, _ host: TrialHost, _ column: Int) {
    self.program = program
    self.host = host
    self.column = column
    output = Row("output", host, column)
  }

  func end(_ end: Observation.End) {
    switch end {
    case .finished: output.add(.finished)
    case .failed(.thrown): output.add(.failure)
    case .failed(.trap(let fault)): self.fault = fault
    }
  }

  /// What comes out of the last operator is the output.
  func listen(to pipeline: Pipeline) {
    for stage in pipeline.stages.dropLast() {
      let row = Row(stage.name, host, column)
      stages.append(row)
      _ = pipeline.observe(
        for: row, stage: stage.number, isInput: false, received: { row.add(.value($0)) },
        completed: { row.add($0 ? .failure : .finished) }, ended: { _ in })
    }
  }

  /// - Parameter didDraw: called after each value.
  func trial(of source: String, length: Int, didDraw: () -> Void) throws(EngineError) -> Engine.Trial {
    var left = Engine.trialBytesMax
    func text(_ value: Value) throws(EngineError) -> String {
      defer { didDraw() }
      if !program.isLarge(value, moreThan: left) {
        let text = program.description(of: value)
        left -= text.utf8.count
        if left >= 0 { return text }
      }
      throw .validation(
        path: "operators", rule: "what comes out of them is longer than \(Engine.trialBytesMax) bytes as text")
    }
    var drawn: [(name: String, output: MarbleDiagram)] = []
    for stage in stages { drawn.append((stage.name, try stage.diagram(of: length, text))) }
    return Engine.Trial(source: source, stages: drawn, output: try output.diagram(of: length, text))
  }
}
