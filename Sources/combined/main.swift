// combined: the daemon. Arguments in, exit status out; everything else is in `Daemon`.

internal import EventLoop
internal import Glibc
internal import Outside
internal import Server

/// Prints to standard error, as one write, so that lines of several processes in one log do not mix.
func complain(_ text: String) {
  let line = text + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}

let options: Options
do {
  options = try Options(CommandLine.arguments.dropFirst())
} catch {
  complain("combined: \(error). Try 'combined --help'.")
  exit(ExitStatus.usage.rawValue)
}

switch options.command {
case .printVersion: say("combined \(Server.version)")
case .printHelp: say(String(Manual.help.dropLast()))
case .printManual: say(String(Manual.page.dropLast()))
case .backUp, .restore: exit(Copies(options, .own).run())
case .run:
  if options.seed != nil { DeterministicHashing.require() }
  LinuxSystem.joinFreeMemoryAtOnce()
  let start = MonotonicTime.now
  let output = LogOutput()
  let write: @Sendable (Log.Level, String) -> Void = { [threshold = options.level] level, message in
    guard level >= threshold else { return }
    // Time since the start: what matters in a log of one process, and the same on every machine.
    let microseconds = (MonotonicTime.now - start).wholeNanoseconds / 1000
    let fraction = String(1_000_000 + microseconds % 1_000_000).dropFirst()
    output.write("combined[\(getpid())] \(microseconds / 1_000_000).\(fraction) \(level.name): \(message)")
  }
  do {
    let daemon = Daemon(options: options, places: .own, log: Log(options.level, write: write), logBeside: write)
    while try daemon.run() {}
  } catch {
    complain("combined: \(error.message)")
    exit(error.status.rawValue)
  }
}
