// `combinectl export --openmetrics`: once, or for whoever asks.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  func exportMetrics(_ metrics: MetricsOptions) throws -> Int32 {
    guard let place = metrics.place else {
      let found = try self.metrics(metrics, try connect(access()), timeout: options.timeout)
      if let nothing = found.nothing(at: metrics.pattern) { throw nothing }
      if let file = metrics.file { try writeFile(found.text, to: file) } else { writeOutput(found.text) }
      sayOmissions(found)
      return 0
    }
    let connection = try standingConnection().connection
    // What is asked for is there before anybody is answered, or it is said now what is wrong.
    let present = try self.metrics(metrics, connection, timeout: options.timeout ?? MetricsServer.patience)
    if let nothing = present.nothing(at: metrics.pattern), !options.quiet {
      writeAll("-- \(nothing.message) yet\(nothing.hint.map { " · \($0)" } ?? "")\n", to: STDERR_FILENO)
    }
    let server = try MetricsServer(at: place, quietly: options.quiet)
    return try server.run(connection, for: options.timeout) { () throws(ClientError) in
      try self.metrics(metrics, connection, timeout: MetricsServer.patience).text
    }
  }

  /// Asks for everything. What does not fit into an answer is asked for in pieces.
  private func metrics(_ metrics: MetricsOptions, _ connection: Connection, timeout: Duration?) throws(ClientError)
    -> DaemonMetrics
  {
    let pattern = metrics.pattern.map(absolute) ?? options.namespace
    var params = ServerStats.Params(lists: [.stores, .pipelines])
    params.limit = 10_000
    let stats: ServerStats.Result
    do throws(ClientError) {
      stats = try connection.call(ServerStats.self, params, timeout: timeout)
    } catch {
      guard error.isTooLarge else { throw error }
      stats = try connection.call(ServerStats.self, .init(), timeout: timeout)
    }
    do throws(ClientError) {
      let list = try connection.call(StoreList.self, .init(pattern: pattern, values: true), timeout: timeout)
      return DaemonMetrics(stats, list.stores)
    } catch {
      guard error.isTooLarge else { throw error }
    }
    var stores: [StoreInfo] = []
    var tooLarge = 0
    for store in try connection.call(StoreList.self, .init(pattern: pattern), timeout: timeout).stores {
      do throws(ClientError) {
        // A pattern takes in what is below it, which is listed by itself.
        let found = try connection.call(StoreList.self, .init(pattern: store.path, values: true), timeout: timeout)
        stores += found.stores.filter { $0.path == store.path }
      } catch {
        guard error.isTooLarge else { throw error }
        tooLarge += 1
      }
    }
    return DaemonMetrics(stats, stores, tooLarge: tooLarge)
  }

  /// Whoever looks once is told what is not there.
  private func sayOmissions(_ metrics: DaemonMetrics) {
    let parts = metrics.omissions.compactMap { reason, types -> String? in
      guard !types.isEmpty else { return nil }
      switch reason {
      case .secret: return "\(types.count) secret"
      case .none: return "\(types.count) nil"
      case .notNumeric:
        let kinds = Set(types).sorted()
        return
          "\(types.count) that are no numbers (\(kinds.prefix(4).joined(separator: ", "))\(kinds.count > 4 ? ", …" : ""))"
      }
    }
    guard !parts.isEmpty, !options.quiet else { return }
    writeAll("-- properties left out: \(parts.joined(separator: ", "))\n", to: STDERR_FILENO)
  }
}

extension ClientError {
  /// An answer was too long for a line.
  var isTooLarge: Bool { if case .refused(let refusal) = self { refusal.known == .tooLarge } else { false } }
}
