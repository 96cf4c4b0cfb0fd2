/// One remark about Swift source, placed where swiftc would place it: lines and columns from 1, columns in UTF-8 bytes.
public struct DiagnosticReport: WireObject {
  public enum Severity: String, WireChoice { case error, warning, note }

  public var severity: Severity
  public var message: String
  public var file: String
  public var line: Int
  public var column: Int
  public var endLine: Int
  public var endColumn: Int
  public var notes: [DiagnosticReport]
  public var fixIts: [FixIt]

  public init(
    severity: Severity, message: String, file: String, line: Int, column: Int, endLine: Int, endColumn: Int,
    notes: [DiagnosticReport] = [], fixIts: [FixIt] = []
  ) {
    self.severity = severity
    self.message = message
    self.file = file
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
    self.notes = notes
    self.fixIts = fixIts
  }

  public static let schema = ObjectSchema(
    "Diagnostic", doc: "A remark about Swift source. Lines and columns count from 1, columns in UTF-8 bytes.",
    [
      .required("severity", Severity.shape, "how bad it is"),
      .required("message", .string, "what is wrong"),
      .required("file", .string, "the name of the source"),
      .required("line", .int, "where it begins"),
      .required("column", .int, "where it begins"),
      .required("endLine", .int, "where it ends"),
      .required("endColumn", .int, "just past its end"),
      // A schema cannot contain itself as a value, so notes are described by name only.
      .required("notes", .list(.object(ObjectSchema("Diagnostic", []))), "further remarks of the same form"),
      .required("fixIts", .list(.object(FixIt.schema)), "ways to repair it"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    severity = try members.required("severity")
    message = try members.required("message")
    file = try members.required("file")
    line = try members.required("line")
    column = try members.required("column")
    endLine = try members.required("endLine")
    endColumn = try members.required("endColumn")
    notes = try members.required("notes")
    fixIts = try members.required("fixIts")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("severity", severity)
    writer.field("message", message)
    writer.field("file", file)
    writer.field("line", line)
    writer.field("column", column)
    writer.field("endLine", endLine)
    writer.field("endColumn", endColumn)
    writer.field("notes", notes)
    writer.field("fixIts", fixIts)
  }

  /// A way to repair what a remark is about.
  public struct FixIt: WireObject {
    public var message: String
    public var edits: [Edit]

    public init(message: String, edits: [Edit]) {
      self.message = message
      self.edits = edits
    }

    public static let schema = ObjectSchema(
      "FixIt", doc: "A way to repair what a diagnostic is about.",
      [
        .required("message", .string, "what it does"),
        .required("edits", .list(.object(Edit.schema)), "the changes, to be applied together"),
      ])

    public init(members: ObjectReader) throws(ShapeError) {
      message = try members.required("message")
      edits = try members.required("edits")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("message", message)
      writer.field("edits", edits)
    }
  }

  /// One change of the source.
  public struct Edit: WireObject {
    public var line: Int
    public var column: Int
    public var endLine: Int
    public var endColumn: Int
    public var text: String

    public init(line: Int, column: Int, endLine: Int, endColumn: Int, text: String) {
      self.line = line
      self.column = column
      self.endLine = endLine
      self.endColumn = endColumn
      self.text = text
    }

    public static let schema = ObjectSchema(
      "Edit", doc: "One change of the source.",
      [
        .required("line", .int, "where the replaced text begins"),
        .required("column", .int, "where the replaced text begins"),
        .required("endLine", .int, "where it ends"),
        .required("endColumn", .int, "just past its end"),
        .required("text", .string, "what takes its place"),
      ])

    public init(members: ObjectReader) throws(ShapeError) {
      line = try members.required("line")
      column = try members.required("column")
      endLine = try members.required("endLine")
      endColumn = try members.required("endColumn")
      text = try members.required("text")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("line", line)
      writer.field("column", column)
      writer.field("endLine", endLine)
      writer.field("endColumn", endColumn)
      writer.field("text", text)
    }
  }
}
