/// One message about Swift source, placed where swiftc would place it: lines and columns from 1, columns in UTF-8 bytes.
public struct DiagnosticReport: WireRecord {
  public enum Severity: String, WireChoice { case error, warning, note }

  public var severity = Severity.error
  public var message = ""
  public var file = ""
  public var line = 0
  public var column = 0
  public var endLine = 0
  public var endColumn = 0
  public var notes: [DiagnosticReport] = []
  public var fixIts: [FixIt] = []

  public init() {}

  public static let layout = Layout<DiagnosticReport>(
    "Diagnostic", doc: "A message about Swift source. Lines and columns count from 1, columns in UTF-8 bytes.",
    [
      .required("severity", \.severity, "how bad it is"),
      .required("message", \.message, "what is wrong"),
      .required("file", \.file, "the name of the source"),
      .required("line", \.line, "where it begins"),
      .required("column", \.column, "where it begins"),
      .required("endLine", \.endLine, "where it ends"),
      .required("endColumn", \.endColumn, "just past its end"),
      // A schema cannot contain itself as a value, so notes are described by name only.
      .required("notes", .list(.object(ObjectSchema("Diagnostic", []))), \.notes, "further messages of the same form"),
      .required("fixIts", \.fixIts, "ways to repair it"),
    ])

  /// A way to repair what a diagnostic is about.
  public struct FixIt: WireRecord {
    public var message = ""
    public var edits: [Edit] = []

    public init() {}

    public static let layout = Layout<FixIt>(
      "FixIt", doc: "A way to repair what a diagnostic is about.",
      [
        .required("message", \.message, "what it does"),
        .required("edits", \.edits, "the changes, to be applied together"),
      ])
  }

  /// One change of the source.
  public struct Edit: WireRecord {
    public var line = 0
    public var column = 0
    public var endLine = 0
    public var endColumn = 0
    public var text = ""

    public init() {}

    public static let layout = Layout<Edit>(
      "Edit", doc: "One change of the source.",
      [
        .required("line", \.line, "where the replaced text begins"),
        .required("column", \.column, "where the replaced text begins"),
        .required("endLine", \.endLine, "where it ends"),
        .required("endColumn", \.endColumn, "just past its end"),
        .required("text", \.text, "what takes its place"),
      ])
  }
}
