/// One path of a change.
public struct PathChange: WireObject {
  public enum Operation: String, WireChoice {
    case set
    /// A part of the value is new: `patch` says which.
    case patch
    /// The path is gone; there is no value.
    case remove
    /// The path has changed, and the subscription did not ask for values.
    case touch
  }

  public var path: String
  public var op: Operation
  public var value: JSONValue?
  /// Only where the subscription asked for it, and the path had a value.
  public var old: JSONValue?
  public var base: Int?
  public var patch: JSONValue?
  public var v: Int

  public init(
    path: String, op: Operation = .set, value: JSONValue?, old: JSONValue? = nil, base: Int? = nil,
    patch: JSONValue? = nil, v: Int
  ) {
    self.path = path
    self.op = op
    self.value = value
    self.old = old
    self.base = base
    self.patch = patch
    self.v = v
  }

  public static let schema = ObjectSchema(
    "PathChange", doc: "One path of a change.",
    [
      .required("path", .string, "what changed"),
      .required("op", Operation.shape, "whether it has a new value, is changed in part, is gone, or is only named"),
      .optional("value", .any, "the new value"),
      .optional("old", .any, "the value before, where the subscription asked for it and there was one"),
      .optional("base", .int, "with `patch`: the commit whose value of this path the patch applies to"),
      .optional("patch", .any, "what to change in that value; see `store.patch`, format `native`"),
      .required("v", .int, "how often the path has changed"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    path = try members.required("path")
    op = try members.required("op")
    value = try members.optional("value")
    old = try members.optional("old")
    base = try members.optional("base")
    patch = try members.optional("patch")
    v = try members.required("v")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("path", path)
    writer.field("op", op)
    writer.field("value", ifPresent: value)
    writer.field("old", ifPresent: old)
    writer.field("base", ifPresent: base)
    writer.field("patch", ifPresent: patch)
    writer.field("v", v)
  }
}
