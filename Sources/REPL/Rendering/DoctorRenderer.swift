// What `combinectl doctor` says to people.
import Wire

struct DoctorRenderer {
  let style: Style

  /// Nobody listens.
  /// - Parameter arguments: of the daemon that was killed there.
  func absent(path: String, after arguments: [String]) -> [String] {
    let safe = ["combined", "--safe"] + arguments.filter { $0 != "--safe" }.map(shellWord)
    return [
      style("no daemon runs", .boldRed) + " at \(path)",
      "to start it: combinectl status",
      "if it does not stay: \(safe.joined(separator: " ")), which evaluates nothing of what was declared",
    ]
  }

  func lines(_ diagnosis: Diagnosis) -> [String] {
    let status = diagnosis.status
    let version = status.server.version.map { " \($0)" } ?? ""
    let process = status.server.pid.map { ", process \($0)" } ?? ""
    let durable = status.durableRev == status.rev ? "all kept" : "kept up to \(status.durableRev)"
    let file = status.journal.map { path in path + (diagnosis.journalBytes.map { ", \($0) bytes" } ?? "") }
    var rows = [
      ("daemon", "answers: \(status.server.name)\(version)\(process), since \(status.startedAt)"),
      ("journal", "\(file ?? "nothing is kept"), rev \(status.rev)@\(status.epoch), \(durable)"),
    ]
    if let crash = status.lastCrash { rows.append(("crash", "\(crash.file):\(crash.line): \(crash.text)")) }
    for problem in diagnosis.problems {
      rows.append(("problem", "\(problem.file):\(problem.line):\(problem.column): \(problem.text)"))
    }
    for provider in status.providers ?? [] {
      rows.append(("provider", ProviderRenderer(style: style).line(provider, status.clock.now)))
    }
    if diagnosis.isHealthy { rows.append(("declared", "everything is there")) }
    var lines = aligned(rows.map { (style($0.0, .dim), $0.1) }, indent: "")
    for remedy in diagnosis.remedies {
      lines += ["", "\(style(remedy.name, .bold)):", "  to have it again: \(remedy.declare)"]
      lines.append("  to give it up:    \(remedy.remove)")
    }
    for provider in status.providers ?? [] where provider.isAway {
      lines += ["", "\(style(provider.name, .bold)):", "  to have it again: start the program that provides it"]
      for name in provider.names { lines.append("  to give it up:    combinectl remove \(shellWord(name))") }
    }
    return lines
  }
}
