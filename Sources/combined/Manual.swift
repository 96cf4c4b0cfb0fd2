// What the options and exit statuses mean, once: `--help` and the manual page are made of it.

internal import Server

/// One option as help shows it.
struct OptionEntry {
  /// With its value: `--socket PATH`.
  let spelling: String
  /// A few sentence parts. A line end in it stays one.
  let summary: String

  /// `--socket`.
  var name: Substring { spelling.prefix { $0 != " " } }
}

/// What the process ends with: sysexits.h where it has a word for it.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case usage = 64
  case unusable = 65
  case noInput = 66
  case system = 71
  case cannotCreate = 73
  case journal = 74
  case inUse = 75

  var meaning: String {
    switch self {
    case .done: "stopped in order, or done"
    case .usage: "usage"
    case .unusable: "the file is no journal, is damaged, or was made by a newer combined"
    case .noInput: "the file is not there"
    case .system: "the system refuses what every program needs"
    case .cannotCreate: "no socket, or a file that cannot be made there or exists"
    case .journal: "the journal or its disk, or standard output"
    case .inUse: "a daemon runs already on this socket or state"
    }
  }
}

enum Manual {
  static let summary = "owns observable stores and streams their changes over a Unix socket"

  static let synopses = [
    "[--socket PATH] [--state DIR | --ephemeral [--again] [--seed N]] [--log LEVEL] [--allow WHAT]... [--deny net] [--limit NAME=N]... "
      + "[--secret PATTERN]... [--no-secrets] [--ends-with PID] [--safe]",
    "--backup FILE [--state DIR] [--json]", "--restore FILE [--state DIR] [--force] [--json]",
  ]

  static let options: [OptionEntry] = [
    OptionEntry(
      spelling: "--socket PATH",
      summary: "where to listen; default $COMBINED_SOCKET, then $XDG_RUNTIME_DIR/combined/sock, then "
        + "${TMPDIR:-/tmp}/combined-UID/sock"),
    OptionEntry(
      spelling: "--state DIR",
      summary: "where to keep what must survive; default $XDG_STATE_HOME/combined, then ~/.local/state/combined"),
    OptionEntry(spelling: "--ephemeral", summary: "keep nothing"),
    OptionEntry(
      spelling: "--again",
      summary:
        "with --ephemeral: told to stop, begin anew with nothing, which is quick, until a signal comes or whoever "
        + "started it ends; for runs of tests"),
    OptionEntry(
      spelling: "--seed N",
      summary:
        "with --ephemeral: random numbers, UUIDs, the order of sets and dictionaries and whatever else Swift leaves to "
        + "chance follow from this number, so that the same requests at the same virtual time have the same answers, byte "
        + "for byte"),
    OptionEntry(
      spelling: "--ends-with PID", summary: "end when this process does, however it ends; for a program's own daemon"),
    OptionEntry(
      spelling: "--allow WHAT",
      summary: """
        what programs may reach beside the network; may be given several times:
        read=DIR   File("DIR/…").lines, files below DIR as publishers of lines
        write=DIR  File("DIR/…").append(line)
        run        Command("…").lines and run("…"), any program
        run=NAME   only the program of that name
        """),
    OptionEntry(spelling: "--deny net", summary: "no request leaves; stubs still answer"),
    OptionEntry(
      spelling: "--log LEVEL", summary: "debug, info, notice (default), warning or error; goes to standard error"),
    OptionEntry(
      spelling: "--allow ROLE:UID",
      summary: "let another user in as viewer, writer or owner; ROLE:@GID lets in a group, writer:UID:home.** a writer "
        + "of some paths only. The socket's directory must let them through as well"),
    OptionEntry(
      spelling: "--limit NAME=N",
      summary: "what one activation of a program may use: steps, calls (nested), elements (of a collection), growth "
        + "(bytes); or what clients may: clients, subs, inflight, queue, replies, memory, value. 'combinectl status "
        + "--json' tells them, server.config lists and changes them while it runs"),
    OptionEntry(
      spelling: "--secret PATTERN",
      summary: "never tell the values of these properties, such as '**.password' or 'login.{token,key}': clients read "
        + "and hear {\"$secret\": true}. They can be set, programs see them, and the journal holds them. "
        + "It holds at later starts, too, whoever starts it, until other patterns are given"),
    OptionEntry(
      spelling: "--no-secrets",
      summary: "tell them again: what --secret said at an earlier start does not hold any more"),
    OptionEntry(
      spelling: "--safe",
      summary:
        "evaluate nothing of what was declared: everything stays in the journal, can be listed and read, and one "
        + "by one declared anew or removed. For when a declaration does not let the daemon start"),
    OptionEntry(
      spelling: "--backup FILE",
      summary:
        "copy the journal of a daemon that is not running to a file, and exit; 'combinectl backup' asks a running "
        + "one"),
    OptionEntry(
      spelling: "--restore FILE",
      summary:
        "put a copy of a backup into the state directory, and exit; what the next daemon makes of it is a history "
        + "of another name"),
    OptionEntry(
      spelling: "--force", summary: "with --restore: also where a journal is, which is kept under another name"),
    OptionEntry(spelling: "--json", summary: "with --backup and --restore: print one JSON object"),
    OptionEntry(
      spelling: "--foreground", summary: "stay in the foreground (always so; accepted for service files)"),
    OptionEntry(spelling: "--version", summary: "print the version and exit"),
    OptionEntry(spelling: "--manual", summary: "print the manual page, for man, and exit"),
    OptionEntry(spelling: "--help", summary: "print this and exit"),
  ]

  static let notes = [
    "It runs until SIGTERM, SIGINT or 'combinectl stop'. Under systemd it takes a socket handed over with LISTEN_FDS and "
      + "says READY=1. A declaration that ends it twice in a row while it starts is left out at the next start, and "
      + "'combinectl doctor' says so; when it ends by itself twice within ten seconds, the next start is as with --safe."
  ]

  // MARK: --help

  static var help: String {
    let width = 118
    let indent = "  ".count + options.map(\.spelling.count).max()! + "  ".count
    var text = "combined \(Server.version): \(summary)\n\n"
    for synopsis in synopses {
      text += lines(of: "combined " + synopsis, first: "  ", rest: "           ", width: width)
    }
    text += "\n"
    for option in options {
      let first = "  " + option.spelling + String(repeating: " ", count: indent - 2 - option.spelling.count)
      text += lines(of: option.summary, first: first, rest: String(repeating: " ", count: indent), width: width)
    }
    for note in notes { text += "\n" + lines(of: note, first: "", rest: "", width: width) }
    let statuses = ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: " · ")
    return text + lines(of: "Exit status: " + statuses, first: "", rest: "  ", width: width)
  }

  // MARK: The manual page

  /// In the language of `man`, which `troff` reads: `combined --manual | man -l -`.
  static var page: String {
    var lines = [
      ".TH COMBINED 1 \"\" \"combined \(Server.version)\" \"User commands\"",
      ".SH NAME", "combined \\- " + escaped(summary), ".SH SYNOPSIS",
    ]
    for synopsis in synopses { lines += [".B combined", escaped(synopsis), ".br"] }
    lines += [".SH DESCRIPTION"] + notes.flatMap { [".PP", escaped($0)] } + [".SH OPTIONS"]
    for option in options {
      lines += [".TP", ".B " + escaped(option.spelling)]
      // What has line ends of its own is a table.
      let parts = option.summary.split(separator: "\n").map { escaped(String($0)) }
      lines += parts.count == 1 ? parts : [parts[0], ".nf"] + parts.dropFirst() + [".fi"]
    }
    lines.append(".SH EXIT STATUS")
    for status in ExitStatus.allCases { lines += [".TP", ".B \(status.rawValue)", escaped(status.meaning)] }
    lines += [".SH SEE ALSO", ".BR combinectl (1)"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A hyphen is a minus that can be copied, and no line begins with what troff takes for a request.
  private static func escaped(_ text: String) -> String {
    let escaped = text.map { $0 == "\\" ? "\\e" : $0 == "-" ? "\\-" : String($0) }.joined()
    return escaped.first == "." || escaped.first == "'" ? "\\&" + escaped : escaped
  }

  /// Breaks a text between words. What has line ends of its own is left as it is.
  private static func lines(of text: String, first: String, rest: String, width: Int) -> String {
    if text.contains("\n") { return first + text.split(separator: "\n").joined(separator: "\n" + rest) + "\n" }
    var result = ""
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        result += line + "\n"
        line = rest
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return result + line + "\n"
  }
}
