// What a daemon holds and does, as metrics: its own figures, and the numbers in its stores.
import Wire

struct DaemonMetrics {
  private let stats: ServerStats.Result
  private let stores: [StoreInfo]
  /// Stores that were too large to be told.
  private let tooLarge: Int

  init(_ stats: ServerStats.Result, _ stores: [StoreInfo], tooLarge: Int = 0) {
    self.stats = stats
    self.stores = stores
    self.tooLarge = tooLarge
  }

  /// What is wrong with a pattern that no store matches.
  func nothing(at pattern: String?) -> UsageError? {
    guard let pattern, stores.isEmpty, tooLarge == 0 else { return nil }
    let known = (stats.stores ?? []).map(\.path)
    return UsageError(
      "no store matches '\(pattern)'", hint: nearest(pattern, among: known).map { "did you mean --only \($0)?" },
      status: 66)
  }

  var text: String {
    var exposition = Exposition()
    addProperties(to: &exposition)
    addPresent(to: &exposition)
    addCounts(to: &exposition)
    addOneByOne(to: &exposition)
    return exposition.text
  }

  // MARK: Properties

  /// Why a property is not told.
  enum Omission: String, CaseIterable {
    case secret, none
    case notNumeric = "not_numeric"
  }

  /// How many of what kind are left out.
  var omissions: [(reason: Omission, types: [String])] {
    Omission.allCases.map { reason in
      let types = stores.flatMap(\.properties).filter { Self.omission($0) == reason }.map(\.type)
      return (reason, types)
    }
  }

  private static func omission(_ property: PropertyEntry) -> Omission? {
    if property.secret { return .secret }
    guard isNumeric(property.type) else { return .notNumeric }
    return number(property) == nil ? Omission.none : nil
  }

  private static func addable(_ property: PropertyEntry) -> Exposition.Number? {
    omission(property) == nil ? number(property) : nil
  }

  /// An optional one is told as long as it is there.
  private static func isNumeric(_ type: String) -> Bool {
    let name = type.hasPrefix("Swift.") ? type.dropFirst("Swift.".count) : type[...]
    return numericTypes.contains(String(name.prefix { $0 != "?" })) && name.drop { $0 != "?" }.allSatisfy { $0 == "?" }
  }

  private static let numericTypes: Set<String> = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
    "CGFloat", "TimeInterval", "Decimal",
  ]

  /// Integers that a double does not hold, and decimals that are none, come as text.
  private static func number(_ property: PropertyEntry) -> Exposition.Number? {
    switch property.value {
    case .bool(let value)?: .int(value ? 1 : 0)
    case .int(let value)?: .int(value)
    case .double(let value)?: .double(value)
    case .string(let text)? where Double(text)?.isFinite == true: .digits(text)
    case let value?: NotFinite(value).map { .double($0.number) }
    case nil: nil
    }
  }

  private func addProperties(to exposition: inout Exposition) {
    let samples = stores.flatMap { store in
      store.properties.compactMap { property -> Exposition.Sample? in
        guard let number = Self.addable(property) else { return nil }
        let name =
          property.path.hasPrefix(store.path + ".")
          ? String(property.path.dropFirst(store.path.count + 1)) : property.path
        return .init(
          number,
          [
            ("store", Namespaces.local(store.path, in: store.namespace) ?? store.path), ("property", name),
            ("namespace", store.namespace ?? ""), ("type", property.type),
          ])
      }
    }
    exposition.add(
      "combined_property", .gauge,
      "Numeric and Bool properties of stores. Texts, dates, enumerations, structures, collections, secrets and nil are left out.",
      samples)
    exposition.add(
      "combined_properties_left_out", .gauge, "Properties of stores that combined_property leaves out.",
      omissions.map { .init(.int($0.types.count), [("reason", $0.reason.rawValue)]) })
    exposition.add(
      "combined_stores_left_out", .gauge, "Stores that were too large to be told.", [.init(.int(tooLarge))])
  }

  // MARK: The daemon

  private func addPresent(to exposition: inout Exposition) {
    func gauge(_ name: String, unit: String? = nil, _ value: Int, _ help: String) {
      exposition.add(name, .gauge, unit: unit, help, [.init(.int(value))])
    }
    let present = stats.present
    exposition.add(
      "combined_build", .info, "The daemon that answers.",
      [.init(.int(1), [("version", stats.server.version ?? ""), ("epoch", stats.epoch)])])
    gauge("combined_revision", stats.rev, "The revision of the last commit.")
    gauge("combined_durable_revision", stats.durableRev, "The last revision that is on disk.")
    gauge("combined_stores", present.stores, "Stores.")
    gauge("combined_properties", present.properties, "Properties of all stores.")
    gauge("combined_clients", present.clients, "Connections.")
    gauge("combined_subscriptions", present.subs, "Open subscriptions of all connections.")
    gauge(
      "combined_queued_bytes", unit: "bytes", present.queued, "What waits to be read by all clients together.")
    gauge(
      "combined_behind_commits", unit: "commits", present.behind, "Commits by which the slowest subscription is behind."
    )
    exposition.add(
      "combined_behind_seconds", .gauge, unit: "seconds",
      "How long the oldest change has waited that a subscription has not been given.",
      [.init(.double(Double(present.behindMs) / 1000))])
    gauge(
      "process_resident_memory_bytes", unit: "bytes", stats.process.memory, "Memory of the daemon that is resident.")
    // Two clocks, read one after the other: only whole seconds are the same each time, and it must not look like a restart.
    exposition.add(
      "process_start_time_seconds", .gauge, unit: "seconds", "When the daemon started, since 1970.",
      [.init(.double((Double(stats.at.nanoseconds - stats.up.nanoseconds) / 1e9).rounded()))])
  }

  private func addCounts(to exposition: inout Exposition) {
    func counter(_ name: String, unit: String? = nil, _ value: Int, _ help: String) {
      exposition.add(name, .counter, unit: unit, help + " Since the daemon started.", [.init(.int(value))])
    }
    let counts = stats.counts
    counter("combined_requests", counts.requests, "Requests that were answered.")
    counter("combined_requests_refused", counts.refused, "Requests that were answered with an error.")
    counter("combined_commits", counts.commits, "Commits.")
    counter("combined_changes", counts.changes, "Properties that commits changed, each as often as it was.")
    counter("combined_events", counts.events, "Events that were delivered to subscriptions.")
    counter("combined_lost_changes", counts.lost, "Changes that overflow policies of subscriptions have dropped.")
    counter("combined_evaluations", counts.evaluations, "Texts of Swift that were evaluated.")
    counter("combined_timers", counts.timers, "Timers of programs that fired.")
    counter("combined_connections", counts.connections, "Connections that were made.")
    counter("combined_received_bytes", unit: "bytes", counts.received, "Bytes from clients.")
    counter("combined_sent_bytes", unit: "bytes", counts.sent, "Bytes to clients.")
    exposition.add(
      "process_cpu_seconds", .counter, unit: "seconds", "The time that the daemon has had processors.",
      [.init(.double(Double(stats.process.processor.nanoseconds) / 1e9))])
    addTurns(to: &exposition)
  }

  /// Bounds that are a power of two in nanoseconds: what is counted below them is exact.
  private static let turnBounds = stride(from: 12, through: 32, by: 2).map { 1 << $0 }

  private func addTurns(to exposition: inout Exposition) {
    let lengths = stats.turns.lengths.filter { $0.count == 2 }
    exposition.add(
      histogram: "combined_turn_seconds", unit: "seconds",
      "How long the daemon was busy each time it woke, until all that came of it was kept and sent.",
      buckets: Self.turnBounds.map { bound in
        (Double(bound) / 1e9, lengths.reduce(0) { $0 + ($1[0] <= bound ? $1[1] : 0) })
      }, count: stats.turns.count, sum: Double(stats.turns.total.nanoseconds) / 1e9)
  }

  private func addOneByOne(to exposition: inout Exposition) {
    func labels(_ path: String, _ namespace: String?) -> [(name: String, value: String)] {
      [("store", Namespaces.local(path, in: namespace) ?? path), ("namespace", namespace ?? "")]
    }
    exposition.add(
      "combined_store_changes", .counter, "How often the properties of a store have changed, over restarts too.",
      (stats.stores ?? []).map { .init(.int($0.changes), labels($0.path, $0.namespace)) })
    // Several can have one name: their sum is what can be told.
    let pipelines = Dictionary(grouping: stats.pipelines ?? [], by: \.name).sorted { $0.key < $1.key }
    func samples(_ place: (PipelineFigures) -> Int) -> [Exposition.Sample] {
      pipelines.map { name, all in .init(.int(all.reduce(0) { $0 + place($1) }), [("pipeline", name)]) }
    }
    exposition.add(
      "combined_pipeline_values", .counter, "Values that have arrived at the end of a pipeline.", samples { $0.values })
    exposition.add(
      "combined_pipeline_operations", .counter, "Values that the operators of a pipeline have taken in.",
      samples { $0.operations })
    exposition.add(
      "combined_pipeline_dropped_values", .counter, "Values that a held pipeline has dropped.", samples { $0.dropped })
    exposition.add(
      "combined_pipeline_waiting_values", .gauge, "Values that wait in a held pipeline.", samples { $0.waiting })
    let states = Dictionary(grouping: stats.pipelines ?? [], by: \.state)
    exposition.add(
      "combined_pipelines", .gauge, "Live pipelines, by how they are.",
      [PipelineInfo.State.live, .paused, .slowed].map {
        .init(.int(states[$0]?.count ?? 0), [("state", $0.rawValue)])
      })
  }
}
