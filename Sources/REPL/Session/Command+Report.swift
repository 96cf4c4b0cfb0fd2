// `:report` and `combinectl report`: what there is and what has happened, in one file that can be sent to somebody.
import ClientConnection
import Wire

extension Command {
  static let reporting = Command(
    name: "report", synopsis: "FILE",
    summary: "write what there is and what has happened into one HTML file: graph, marbles, causes, log",
    details: """
      The file needs nothing else: values, the graph with what has come through, marbles of each pipeline, commits below those
      they follow from, requests, and the program. Secrets are not in it, and where there are any, neither are the literals of the program. A file of that name is replaced.
      """,
    argument: .file, run: { session, text throws(UsageError) in try session.report(text) })
}

/// What a report is made of.
struct Report {
  var status = ServerStatus.Result()
  var stores: [StoreInfo] = []
  var graph = Graph.Result()
  var pipelines: [(info: PipelineInfo, stats: PipelineStats.Result)] = []
  /// What operators have made of what came in, by the pipeline's name.
  var replays: [String: PipelineReplay.Result] = [:]
  /// Newest first.
  var history: [HistoryEntry] = []
  /// The commits of history, oldest first, with what was asked for.
  var steps: [CauseStep] = []
  var requests: [HTTPLogEntry] = []
  var declarations: [DeclarationInfo] = []

  /// So many of the newest commits are in it, and so many changes of each store are looked at.
  static let commitsMax = 200
  fileprivate static let changesMax = 1000
  /// And so many commits before a store's last one: a quiet one's changes lie far apart.
  fileprivate static let commitsLookedThrough = 10_000
  /// So many pipelines are run again: each evaluates the whole program.
  fileprivate static let replaysMax = 20

  /// The newest commits, oldest first.
  fileprivate var revisions: [Int] {
    Array(Set(history.map(\.rev)).sorted().suffix(Self.commitsMax))
  }
}

extension Session {
  fileprivate func report(_ text: String) throws(UsageError) {
    let file = try fileArgument(text, of: "report")
    guard !file.isEmpty else { throw UsageError("report takes a file", hint: ":report bug.html") }
    var report = Report()
    ask(ServerStatus.self, .init()) { [unowned self] status in
      report.status = status
      listStores(report) { [unowned self] in lookAround($0, into: file) }
    }
  }

  /// All values together may be more than a reply has room for: then the report has to do without them.
  private func listStores(_ report: Report, then use: @escaping (Report) -> Void) {
    func take(_ list: StoreList.Result) {
      var report = report
      report.stores = list.stores
      use(report)
    }
    ask(StoreList.self, .init(pattern: namespace, values: true)) { [unowned self] error in
      guard case .refused(let refusal) = error, refusal.known == .tooLarge else { return fail(error) }
      write(["-- the values are left out: \(refusal.message)"], to: .diagnostics)
      ask(StoreList.self, .init(pattern: namespace), then: take)
    } then: {
      take($0)
    }
  }

  private func lookAround(_ report: Report, into file: String) {
    var report = report
    ask(Graph.self, .init()) { [unowned self] graph in
      report.graph = graph
      ask(PipelineList.self, .init()) { [unowned self] list in
        let prefix = namespace.map { $0 + "." } ?? ""
        let own = list.pipelines.filter { $0.name.hasPrefix(prefix) }
        lookAtPipelines(own[...], report) { [unowned self] in lookBack($0, into: file) }
      }
    }
  }

  private func lookAtPipelines(_ rest: ArraySlice<PipelineInfo>, _ report: Report, then use: @escaping (Report) -> Void)
  {
    guard let next = rest.first else { return use(report) }
    ask(PipelineStats.self, PipelineName(pipe: next.name)) { [unowned self] _ in
      // Gone meanwhile.
      lookAtPipelines(rest.dropFirst(), report, then: use)
    } then: { [unowned self] stats in
      var report = report
      var told = next
      told.text = secretLiterals.withoutAny(next.text)
      report.pipelines.append((told, stats))
      runAgain(MarbleSubject(next, stats.stages), report) { [unowned self] in
        lookAtPipelines(rest.dropFirst(), $0, then: use)
      }
    }
  }

  private func runAgain(_ subject: MarbleSubject, _ report: Report, then use: @escaping (Report) -> Void) {
    guard let params = subject.replay, report.replays.count < Report.replaysMax else { return use(report) }
    ask(PipelineReplay.self, params) { _ in
      // Its properties are drawn without its operators.
      use(report)
    } then: { replay in
      var report = report
      report.replays[subject.name] = replay
      use(report)
    }
  }

  private func lookBack(_ report: Report, into file: String) {
    gatherHistory(of: report.stores[...], report) { [unowned self] report in
      gatherSteps(report.revisions[...], report) { [unowned self] report in
        ask(HTTPLog.self, .init()) { [unowned self] log in
          ask(ProgramList.self, .init(namespace: namespace)) { [unowned self] program in
            var report = report
            (report.requests, report.declarations) = (log.requests, program.declarations)
            for index in report.declarations.indices {
              report.declarations[index].text = secretLiterals.withoutAny(report.declarations[index].text)
            }
            finish(report, into: file)
          }
        }
      }
    }
  }

  private func gatherHistory(of rest: ArraySlice<StoreInfo>, _ report: Report, then use: @escaping (Report) -> Void) {
    guard let store = rest.first else { return use(report) }
    var params = MarbleSubject.history(of: store.path, limit: Report.changesMax)
    params.within = Report.commitsLookedThrough
    ask(StoreHistory.self, params) { [unowned self] _ in
      gatherHistory(of: rest.dropFirst(), report, then: use)
    } then: { [unowned self] history in
      var report = report
      report.history += history.entries
      gatherHistory(of: rest.dropFirst(), report, then: use)
    }
  }

  private func gatherSteps(_ rest: ArraySlice<Int>, _ report: Report, then use: @escaping (Report) -> Void) {
    guard let rev = rest.first else { return use(report) }
    let params = Why.Params {
      $0.rev = rev
      $0.depth = 1
    }
    ask(Why.self, params) { [unowned self] _ in
      // Not kept any more.
      gatherSteps(rest.dropFirst(), report, then: use)
    } then: { [unowned self] why in
      var report = report
      if let step = why.chain.first { report.steps.append(step) }
      gatherSteps(rest.dropFirst(), report, then: use)
    }
  }

  private func finish(_ report: Report, into file: String) {
    do throws(UsageError) {
      try writeFile(ReportPage(report).text, to: file)
      let commits = report.steps.count == 1 ? "1 commit" : "\(report.steps.count) commits"
      guard !settings.isJSON else {
        let result: JSONValue = [
          "file": .string(file), "rev": .int(report.status.rev), "commits": .int(report.steps.count),
          "pipelines": .int(report.pipelines.count),
        ]
        return writeVerbatim([result.description])
      }
      let pipelines = report.pipelines.count == 1 ? "1 pipeline" : "\(report.pipelines.count) pipelines"
      write("\(file): rev \(report.status.rev), \(commits), \(pipelines)")
    } catch { fail(error) }
  }
}
