// The manual page, made from the table of commands: `combinectl manual | man -l -`.

enum ManualPage {
  /// In the language of `man`, which `troff` reads.
  static let text: String = {
    var lines = [
      ".TH COMBINECTL 1 \"\" \"combined \(Combinectl.version)\" \"User commands\"",
      ".SH NAME", "combinectl \\- talk to combined, the daemon that keeps stores and pipelines alive",
      ".SH SYNOPSIS", ".B combinectl", "[\\fIoptions\\fR]", ".br", ".B combinectl",
      "\\fIcommand\\fR [\\fIoptions\\fR] …",
      ".br", ".B combinectl", "< \\fIfile\\fR",
      ".SH DESCRIPTION",
      escaped(
        "In a terminal and without a command it is a prompt: paste a view model, set its properties, watch what follows;"
      ),
      escaped("there :help lists the commands. Without a terminal it evaluates standard input as one program."),
      escaped("With a command it does one thing and ends. A daemon is started when none runs."),
      ".SH COMMANDS",
    ]
    for (title, commands) in Subcommand.groups {
      lines.append(".SS \(escaped(title))")
      for command in commands { lines += entry(of: command) }
    }
    lines.append(".SH OPTIONS")
    for option in Subcommand.globalOptions { lines += [".TP"] + row(option) }
    lines.append(".SH EXIT STATUS")
    for (status, meaning) in exitStatuses { lines += [".TP", ".B \(status)", escaped(meaning)] }
    lines += [
      ".SH ENVIRONMENT",
      ".TP", ".B COMBINED_SOCKET", "where the daemon listens",
      ".TP", ".B NO_COLOR", "no colours, whatever the terminal can show",
      ".TP", ".B EDITOR", "what :edit opens",
      ".SH FILES",
      ".TP", ".I ~/.local/state/combinectl/history", "what was entered before; XDG_STATE_HOME moves it",
      ".SH SEE ALSO", ".BR combined (1),", ".BR readline (3)",
    ]
    return lines.joined(separator: "\n") + "\n"
  }()

  private static func entry(of command: Subcommand) -> [String] {
    var lines = [
      ".TP", "\\fB\(escaped(command.name))\\fR \(escaped(command.synopsis))".trimmed, sentence(command.summary),
    ]
    for option in command.options { lines += [".RS", ".TP"] + row(option) + [".RE"] }
    if !command.examples.isEmpty {
      lines += [".RS", ".PP", ".nf"] + command.examples.map { escaped("$ " + $0) } + [".fi", ".RE"]
    }
    return lines
  }

  private static func row(_ option: OptionRow) -> [String] {
    let names = (option.short.map { [$0] } ?? []) + [option.name]
    let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
    return [names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ") + value, sentence(option.summary)]
  }

  private static func sentence(_ text: String) -> String { escaped(text) + "." }

  /// A hyphen is a minus that can be copied, and no line begins with what troff takes for a request.
  private static func escaped(_ text: String) -> String {
    let escaped = text.map { $0 == "\\" ? "\\e" : $0 == "-" ? "\\-" : String($0) }.joined()
    return escaped.first == "." || escaped.first == "'" ? "\\&" + escaped : escaped
  }
}
