// Lists of stores, and the daemon's state, for people.
import Wire

struct ListRenderer {
  let style: Style
  /// Characters in a line; values end there.
  var width = 80
  /// A declaration is shown by so much of its first line.
  private static let lineLengthMax = 60

  func lines(_ result: StoreList.Result, pattern: String?, schemas: [String: StoreSchema.Result] = [:])
    -> [String]
  {
    guard !result.stores.isEmpty else {
      return [
        pattern.map { "no store matches \($0)" }
          ?? "no stores yet: declare a class that is an ObservableObject, and let a name be one"
      ]
    }
    return result.stores.flatMap { store in
      let head = style(store.path, .bold) + ": " + store.type + note(store.provider, result.now)
      let computed = schemas[store.path]?.computed ?? []
      return [head] + lines(store.properties, computed, of: store)
        + (schemas[store.path]?.methods ?? []).map { "  " + $0.signature }
    }
  }

  private func note(_ provider: ProviderInfo?, _ now: Timestamp?) -> String {
    provider.map { ProviderRenderer(style: style).note($0, now) } ?? ""
  }

  /// What is declared: its names, where it came from, and how it begins.
  func lines(_ declarations: [DeclarationInfo]) -> [String] {
    guard !declarations.isEmpty else { return ["nothing is declared"] }
    return aligned(
      declarations.map { declaration in
        let lines = declaration.text.split(whereSeparator: \.isNewline)
        let first = lines.first ?? ""
        let begin = first.count > Self.lineLengthMax ? first.prefix(Self.lineLengthMax) + "…" : first
        let text = begin + (lines.count > 1 ? style("  … \(lines.count) lines", .dim) : "")
        return (
          declaration.names.joined(separator: ", "),
          text + style("  (\(declaration.file):\(declaration.line))", .dim)
        )
      }, indent: "")
  }

  func lines(_ clients: [ClientInfo]) -> [String] {
    aligned(
      clients.map { client in
        let subscriptions = client.subs == 1 ? "1 subscription" : "\(client.subs) subscriptions"
        var parts = [
          client.name ?? "?", "process \(client.pid)", client.role, "since \(client.since.inSeconds)", subscriptions,
          "user \(client.uid)",
        ]
        if client.behind > 0 {
          parts.append("\(client.behind) commits behind for \(CauseRenderer.short(client.behindMs * 1_000_000))")
        }
        if client.lost > 0 { parts.append("\(client.lost) changes lost") }
        if client.unread > 0 { parts.append("\(client.unread) bytes unread") }
        return (client.session, parts.joined(separator: ", "))
      }, indent: "")
  }

  /// Each property with its type and, where it is told, its value: no longer than the terminal is wide. What is computed is
  /// not asked for.
  private func lines(_ properties: [PropertyEntry], _ computed: [ComputedEntry], of store: StoreInfo) -> [String] {
    let names = properties.map { name($0, of: store) }
    let room = width - 5 - (names.map { shownWidth($0) }.max() ?? 0)
    let stored = zip(names, properties).map { name, property in
      let value = property.secret ? nil : property.value.map { ValueRenderer.inline($0) }
      return (name, value.map { style(cut($0, to: max(8, room)), .dim) } ?? "")
    }
    return aligned(
      stored
        + computed.map { entry in
          ("\(local(entry.path, in: store)): \(entry.type)", style("(\(entry.kind.rawValue))", .dim))
        })
  }

  private func local(_ path: String, in store: StoreInfo) -> Substring {
    path.hasPrefix(store.path + ".") ? path.dropFirst(store.path.count + 1) : path[...]
  }

  private func name(_ property: PropertyEntry, of store: StoreInfo) -> String {
    let access = property.access == .readOnly ? style("  (read only)", .dim) : ""
    let secrecy = property.secret ? style("  (secret)", .dim) : ""
    return "\(local(property.path, in: store)): \(property.type)\(access)\(secrecy)"
  }
}

struct StatusRenderer {
  let style: Style

  func lines(_ status: ServerStatus.Result) -> [String] {
    let version = status.server.version.map { " \($0)" } ?? ""
    let process = status.server.pid.map { ", process \($0)" } ?? ""
    let durable = status.durableRev == status.rev ? "all on disk" : "up to \(status.durableRev) on disk"
    var rows = [
      ("daemon", "\(status.server.name)\(version)\(process), since \(status.startedAt.inSeconds)"),
      ("history", "rev \(status.rev)@\(status.epoch), \(durable), kept from \(status.oldestRev) on"),
      ("holds", "\(count(status.stores, "store")) with \(count(status.properties, "property"))"),
      ("serves", "\(count(status.clients, "client")), \(count(status.subs, "subscription"))"),
      ("answered", "\(count(status.requests, "request")), \(status.refused) of them refused"),
    ]
    if let grants = status.grants {
      let none = "nothing: no files, no commands, no network"
      rows.append(("grants", grants.isEmpty ? none : grants.joined(separator: ", ")))
    }
    for provider in status.providers ?? [] {
      rows.append(("provider", ProviderRenderer(style: style).line(provider, status.clock.now)))
    }
    for problem in status.problems ?? [] {
      rows.append(("problem", "\(problem.file):\(problem.line):\(problem.column): \(problem.text)"))
    }
    if status.clock.mode == .virtual { rows.append(("clock", "virtual, \(status.clock.now)")) }
    return aligned(rows.map { (style($0.0, .dim), $0.1) }, indent: "")
  }

  private func count(_ number: Int, _ noun: String) -> String {
    if number == 1 { return "1 \(noun)" }
    return "\(number) " + (noun.hasSuffix("y") ? noun.dropLast() + "ies" : noun + "s")
  }
}
