/// One path of a change.
public struct PathChange: WireRecord {
  public enum Operation: String, WireChoice {
    case set
    /// A part of the value is new: `patch` says which.
    case patch
    /// The path is gone; there is no value.
    case remove
    /// The path has changed, and the subscription did not ask for values.
    case touch
  }

  public var path = ""
  public var op = Operation.set
  public var value: JSONValue?
  /// Only where the subscription asked for it, and the path had a value.
  public var old: JSONValue?
  public var base: Int?
  public var patch: JSONValue?
  public var v = 0

  public init() {}

  public static let layout = Layout<PathChange>(
    "PathChange", doc: "One path of a change.",
    [
      .required("path", \.path, "what changed"),
      .required("op", \.op, "whether it has a new value, is changed in part, is gone, or is only named"),
      .optional("value", \.value, "the new value"),
      .optional("old", \.old, "the value before, where the subscription asked for it and there was one"),
      .optional("base", \.base, "with `patch`: the commit whose value of this path the patch applies to"),
      .optional("patch", \.patch, "what to change in that value; see `store.patch`, format `native`"),
      .required("v", \.v, "how often the path has changed"),
    ])

  // One of those that come by the hundred thousand; see `WireRecord`.
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
