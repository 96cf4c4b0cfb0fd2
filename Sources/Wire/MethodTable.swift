/// Every method and notification of the protocol: the list behind dispatch, documents, help and completion.
public enum MethodTable {
  /// In the order of the documents.
  public static let definitions: [any MethodDefinition.Type] = [
    SessionHello.self, SessionPing.self, SessionBye.self,
    Discover.self,
    ProgramEval.self, ProgramCheck.self, ProgramComplete.self, ProgramList.self, ProgramSource.self,
    ProgramRemove.self, ProgramHelp.self, ProgramLookup.self, ProgramOutline.self, ProgramLeaks.self,
    StoreList.self, StoreGet.self, StoreSet.self, StorePatch.self, StoreCall.self, StoreReset.self,
    StoreHistory.self, StoreSchema.self,
    TransactionCommit.self, TransactionUndo.self, BusPost.self,
    DraftOpen.self, DraftGet.self, DraftSet.self, DraftSave.self, DraftCancel.self, DraftList.self,
    ProvideOpen.self, ProvideChange.self, ProvideNext.self, ProvideAnswer.self, ProvideClose.self,
    PipelineList.self, PipelineGet.self, PipelineDefine.self, PipelineRemove.self, PipelinePause.self,
    PipelineResume.self, PipelineStep.self, PipelineStats.self, PipelineTap.self, PipelineTry.self,
    PipelineReplay.self,
    SubscriptionOpen.self, SubscriptionClose.self, SubscriptionPause.self, SubscriptionResume.self,
    SubscriptionDemand.self, SubscriptionSync.self, SubscriptionResync.self, SubscriptionList.self,
    Wait.self, Why.self, Graph.self,
    ClockGet.self, ClockUse.self, ClockAdvance.self, ClockRun.self,
    HTTPStub.self, HTTPClear.self, HTTPLog.self,
    ServerStatus.self, ServerStats.self, ServerClients.self, ServerKick.self, ServerConfig.self, ServerBackup.self,
    ServerShutdown.self,
  ]

  public static let methods: [Method] = definitions.map { $0.method }
  public static let names: [String] = methods.map(\.name)

  private static let byName = Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })

  /// The entry of a method. O(1).
  public static subscript(name: String) -> Method? { byName[name] }

  /// The error for a name that is none, with what it could have meant.
  public static func unknown(_ name: String) -> RPCError { .methodNotFound(name, among: names) }

  /// A message that nobody asked for.
  public struct NotificationEntry: Sendable {
    public var name: String
    /// From the daemon, or from a client.
    public var fromDaemon: Bool
    public var summary: String
    /// The members that all its types have.
    public var params: ObjectSchema
    /// What the member `type` can be, with the further members of each; empty where there is no `type`.
    public var types: [NotificationType]
  }

  public struct NotificationType: Sendable {
    public var type: String
    public var summary: String
    public var fields: [Field]
    /// Whether this daemon sends it yet.
    public var isSent: Bool
  }

  public static let notifications: [NotificationEntry] = [
    NotificationEntry(
      name: SubscriptionNotice.name, fromDaemon: true, summary: "An event of a subscription.",
      params: SubscriptionNotice.schema, types: eventTypes),
    NotificationEntry(
      name: SessionNotice.name, fromDaemon: true, summary: "Something the connection should know.",
      params: SessionNotice.schema, types: noticeTypes),
    NotificationEntry(
      name: ProvideRequest.name, fromDaemon: true,
      summary: "What a provider of the connection is asked: see `provide.open`.",
      params: ProvideRequest.schema, types: []),
    NotificationEntry(
      name: CancelParams.name, fromDaemon: false,
      summary: "Gives up a request that has not been answered; its reply is then the error `cancelled`.",
      params: CancelParams.schema, types: []),
  ]

  private static func type(_ type: String, _ summary: String, isSent: Bool = true, _ fields: [Field])
    -> NotificationType
  {
    NotificationType(type: type, summary: summary, fields: fields, isSent: isSent)
  }

  /// The same members with other words for some.
  private static func saying(_ docs: [String: String], in fields: [Field]) -> [Field] {
    fields.map { field in
      var field = field
      field.doc = docs[field.name.description] ?? field.doc
      return field
    }
  }

  private static let eventTypes: [NotificationType] = [
    type(
      "snapshot", "Present values, in as many messages as it takes.",
      [
        .required("rev", .int, "the revision they belong to"),
        .required("entries", .list(.object(SubscriptionEvent.Entry.schema)), "the values"),
      ]),
    type(
      "ready",
      "Everything up to `rev` has been delivered; from here on it is live. Always sent, also when nothing matched.",
      [
        .required("rev", .int, "the revision"),
        .required("count", .int, "how many entries the snapshot had"),
      ]),
    type(
      "change", "What one commit changed, or several that are folded into one message.",
      SubscriptionEvent.Change.schema.fields),
    type("progress", "Nothing is missing up to `rev`.", [.required("rev", .int, "the revision")]),
    type(
      "lag",
      "The reader is behind: more than three quarters of what may wait is waiting. Sent again when it has caught up.",
      SubscriptionEvent.Lag.schema.fields),
    type(
      "gap", "Commits that cannot be delivered any more; a snapshot follows, unless the reason is `overflow`.",
      SubscriptionEvent.Gap.schema.fields),
    type(
      "paused", "Nothing more comes until the subscription is resumed.",
      [.required("reason", .string, "`slow` or `client`")]),
    type("resumed", "It goes on.", []),
    type("complete", "The observed publisher finished.", []),
    type(
      "failed", "The observed publisher failed.",
      [.required("error", .object(RPCError.schema), "how")]),
    type(
      "part",
      "A piece of an event that is longer than a frame, for connections with the feature `parts`: the pieces' `text` "
        + "put together is the event without `sub` and `n`. It happens when the last part has come.",
      [
        .required("part", .int, "1, 2, 3, …"),
        .required("parts", .int, "how many there are"),
        .required("text", .string, "a piece of JSON text"),
      ]),
    type(
      "end", "The last event of the subscription.",
      [
        .required("reason", SubscriptionEvent.EndReason.shape, "why"),
        .optional("resume", .object(Bookmark.schema), "what to give as `from` to go on later without losing anything"),
      ]),
  ]

  private static let noticeTypes: [NotificationType] = [
    type(
      "print",
      "A line that was printed after the reply to what caused it; or before the reply, many lines that were too long for it "
        + "together.",
      [
        .required("text", .string, "the line, without its end"),
        .required("by", .string, "the pipeline or the value that printed it"),
        .required("rev", .int, "the revision at that moment"),
      ]),
    type(
      "fault", "A pipeline failed while running, and is cancelled; or a task did, or a block on a queue.",
      SessionNotice.Fault.schema.fields),
    type(
      "trouble", "Something outside is in the way of a pipeline: a file, a command, an effect. The pipeline goes on.",
      SessionNotice.Fault.troubleFields),
    type(
      "warning",
      "A published property of a store is written off the main queue, or by a task that was cancelled. It goes on.",
      saying(
        [
          "text": "what is wrong, and with which property", "by": "the pipeline, where there is one",
          "file": "where the write stands",
        ], in: SessionNotice.Fault.troubleFields)),
    type(
      "task", "A task of a program, or a call or statement that waited, has ended before it was done.",
      [
        .required(
          "state", .string,
          "`cancelled`, or `superseded` when another one from there has begun since, or another program has taken the place of its own"
        ),
        .required("rev", .int, "the revision at that moment"),
        .required("file", .string, "where it was made"),
        .required("line", .int, "where"),
        .required("column", .int, "where"),
      ]),
    type(
      "expectation", "An `#expect` did not hold that no request was waiting for.",
      UnmetExpectation.schema.fields),
    type(
      "pipeline",
      "A pipeline changed its state; `ended` is one without a name, or another result, that went when something was declared anew.",
      [
        .required("by", .string, "the pipeline"),
        .required(
          "state", .string,
          "`live`, `finished`, `failed`, `cancelled`; of a request that gave way to a newer one, `superseded`"),
        .optional("text", .string, "more about it"),
        .required("rev", .int, "the revision at that moment"),
      ]),
    type(
      "provider", "Stores of another process have come, are back, or are gone. For everybody.",
      [
        .required("by", .string, "the provider"),
        .required("state", .string, "`provides`, `back` or `gone`"),
        .required("text", .string, "the same as a sentence"),
        .required("rev", .int, "the revision at that moment"),
      ]),
    type(
      "idle",
      "A request that may write was answered, and nothing has changed. For connections with the feature `requests`.",
      SessionNotice.IdleRequest.schema.fields),
    type(
      "shutdown", "The daemon stops.",
      [.required("graceMs", .int, "the connection ends at the latest after so many milliseconds")]),
    type(
      "closing", "The daemon ends this connection, and says why: the last message on it.",
      [
        .required("text", .string, "why"),
        .optional("setting", .string, "the setting that bounds it, where one does"),
      ]),
    type(
      "deprecated", "Something you used will go away in the next protocol version.", isSent: false,
      [
        .required("what", .string, "what it is"),
        .required("use", .string, "what to use"),
      ]),
  ]
}
