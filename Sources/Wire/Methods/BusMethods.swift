// bus.*: notifications to programs, from any client.

public enum BusPost: MethodDefinition {
  public struct Params: WireRecord {
    public var name = ""
    public var object: JSONValue?
    public var userInfo: JSONValue?
    public var namespace: String?
    public var note: String?
    public var until = WriteStage.applied
    public init() {}

    public static let layout = Layout<Params>([
      .required("name", \.name, "the notification's name"),
      .optional("object", \.object, "its `object`: who or what it is about"),
      .optional("userInfo", \.userInfo, "its `userInfo`: an object"),
      .optional("namespace", \.namespace, "whose programs hear of it; left out, it is the one without a name"),
      .optional("note", \.note, "why, for whoever asks for causes"),
      .usually("await", \.until, WriteStage.doc),
    ])
  }

  public struct Result: WireRecord {
    public var rev = 0
    public var receivers = 0
    public var settled: Int?
    public init() {}

    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision afterwards"),
      .required("receivers", \.receivers, "observers and publishers that it was for"),
      .optional("settled", \.settled, "with `\"await\":\"derived\"`: the last commit that followed from it"),
    ])
  }

  public static let method = Method(
    "bus.post", access: .writeAnywhere, changes: .values, "Posts a notification to `NotificationCenter.default`.",
    notes: """
      Programs hear of it by `NotificationCenter.default.publisher(for:)` and `addObserver`, before the reply; what they \
      write is one transaction. A client hears of notifications by a subscription to such a publisher: `sub.open` with \
      `"publisher":"NotificationCenter.default.publisher(for: .init(\\"name\\"))"` tells each as \
      `{"name":…,"object":…,"userInfo":…}`. In `userInfo` texts, numbers, lists and objects arrive as `String`, `Int` or \
      `Double`, `[Any]` and `[String: Any]`.
      """,
    params: Params.schema, result: Result.shape, errors: [.invalidParams, .trap], isAsync: true,
    complexity: "O(observers, and what they do)",
    example: .init(
      params: #"{"name":"orderReceived","userInfo":{"id":17}}"#,
      result: #"{"rev":17,"receivers":1}"#))
}
