// How a session behaves: for a person, for a script, for a program.
import Wire

struct SessionSettings {
  /// Prompts, a greeting, folded bursts.
  var isInteractive = true
  /// One JSON object per line.
  var isJSON = false
  /// No notices about the daemon.
  var isQuiet = false
  /// What stands before a command where the user types it: in hints.
  var commandPrefix = ":"
  /// Ends with the first thing that fails.
  var stopsAtFailure = false
  /// On virtual time, which a statement that waits moves itself.
  var isTest = false
  /// Values come with the Swift that makes them.
  var wantsSource = false
  /// What a test says is printed is written anew, and so is right.
  var updatesPrinted = false
  /// What is defined, what expressions are and what commands did; without it only what the program itself prints, what
  /// was asked for, and what goes wrong.
  var showsResults = true
  /// How long one request may take.
  var timeout: Duration?
  var style = Style.plain
  /// In which namespace it begins.
  var namespace: String?
  /// What that one ends with, if it is not to stay.
  var namespaceOwner: NamespaceOwnership?

  /// Of the protocol. Who converses also hears what programs print, and report, that nobody else is there to hear.
  var features: [String] { isTest || stopsAtFailure ? [] : ["output"] }
}
