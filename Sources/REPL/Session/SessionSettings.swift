// How a session behaves: for a person, for a script, for a program.

struct SessionSettings {
  /// Prompts, a greeting, folded bursts.
  var isInteractive = true
  /// One JSON object per line.
  var isJSON = false
  /// No notices about the daemon.
  var isQuiet = false
  /// Ends with the first thing that fails.
  var stopsAtFailure = false
  /// Only what the program itself prints, and what goes wrong.
  var isTest = false
  /// How long one request may take.
  var timeout: Duration?
  var style = Style.plain
  /// In which namespace it begins.
  var namespace: String?
}
