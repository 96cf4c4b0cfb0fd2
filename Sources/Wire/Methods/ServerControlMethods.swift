// server.*: who is there, and what they may use.

public enum ServerClients: MethodDefinition {
  public typealias Params = Nothing

  public struct Result: WireRecord {
    public var clients: [ClientInfo] = []
    public init() {}
    public static let layout = Layout<Result>([.required("clients", \.clients, "in the order in which they came")])
  }

  public static let method = Method(
    "server.clients", access: .read, needs: .nothing, "Lists the connections.",
    params: Params.schema, result: Result.shape,
    complexity: "O(connections)",
    example: .init(
      params: "{}",
      result: #"""
        {"clients":[{"session":"c9","name":"combinectl","version":"0.1.0","uid":1000,"gid":1000,"pid":4712,\#
        "role":"owner","since":"2026-11-21T01:16:00Z","subs":1,"inflight":0,"unread":0}]}
        """#))
}

/// A connection.
public struct ClientInfo: WireRecord {
  public var session = ""
  public var name: String?
  public var version: String?
  public var uid = 0
  public var gid = 0
  public var pid = 0
  public var role = ""
  public var since = Timestamp(nanoseconds: 0)
  public var subs = 0
  public var inflight = 0
  public var unread = 0
  public var requests = 0
  public var events = 0
  public var received = 0
  public var sent = 0
  public var queued = 0
  public var lost = 0
  public var behind = 0
  public var behindMs = 0
  public init() {}
  public static let layout = Layout<ClientInfo>(
    "Client", doc: "A connection.",
    [
      .required("session", \.session, "its name, as causes have it"),
      .optional("name", \.name, "the program, as it introduced itself"),
      .optional("version", \.version, "its version"),
      .required("uid", \.uid, "the user"),
      .required("gid", \.gid, "the group"),
      .required("pid", \.pid, "the process, for display only"),
      .required("role", \.role, "what it may do"),
      .required("since", \.since, "since when it is connected"),
      .required("subs", \.subs, "open subscriptions"),
      .required("inflight", \.inflight, "requests that have not been answered yet"),
      .required("unread", \.unread, "bytes that it has not read yet"),
      .usually(
        "requests", \.requests, "requests of it that were answered; this and what follows is left out when it is 0"),
      .usually("events", \.events, "events of its subscriptions that were delivered"),
      .usually("received", \.received, "bytes from it"),
      .usually("sent", \.sent, "bytes to it"),
      .usually("queued", \.queued, "changes that wait for it"),
      .usually("lost", \.lost, "changes that its subscriptions' overflow policies have dropped"),
      .usually("behind", \.behind, "commits by which the slowest of its subscriptions is behind"),
      .usually("behindMs", \.behindMs, "how long the oldest change that waits for it has waited"),
    ])
}

public enum ServerKick: MethodDefinition {
  public struct Params: WireRecord {
    public var session = ""
    public var reason: String?
    public init() {}
    public static let layout = Layout<Params>([
      .required("session", \.session, "the connection, as `server.clients` names it"),
      .optional("reason", \.reason, "a sentence that it is sent, and for the log"),
    ])
  }

  public struct Result: WireRecord {
    public var session = ""
    public init() {}
    public static let layout = Layout<Result>([.required("session", \.session, "the connection")])
  }

  public static let method = Method(
    "server.kick", access: .own, needs: .nothing, "Ends another client's connection.",
    notes: """
      Its subscriptions end with the reason `kicked` and where they stood, a notice `closing` says why, and the \
      connection is closed, at the latest after `limits.stallMs`. A client that keeps to the protocol does not open \
      those subscriptions again by itself; nothing hinders it from connecting again.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .denied],
    complexity: "O(subscriptions of the connection)",
    example: .init(params: #"{"session":"c12"}"#, result: #"{"session":"c12"}"#))
}

public enum ServerConfig: MethodDefinition {
  public struct Params: WireRecord {
    public var set: JSONValue?
    public init() {}
    public static let layout = Layout<Params>([
      .optional("set", \.set, "an object of settings and their new values; nothing is changed when one is wrong")
    ])
  }

  public struct Result: WireRecord {
    public var settings: [SettingInfo] = []
    public init() {}
    public static let layout = Layout<Result>([.required("settings", \.settings, "all settings, as they are now")])
  }

  public static let method = Method(
    "server.config", access: .own, "Tells the daemon's settings, and changes them.",
    notes: "A change holds until the daemon stops. Errors about a limit name the setting in `data.setting`.",
    params: Params.schema, result: Result.shape, errors: [.notFound, .validation, .denied], complexity: "O(settings)",
    example: .init(
      params: #"{"set":{"limits.subs":512}}"#,
      result: #"""
        {"settings":[{"name":"limits.subs","value":512,"usual":256,"about":"subscriptions of one connection"}]}
        """#))
}

/// A setting of the daemon.
public struct SettingInfo: WireRecord {
  public var name = ""
  public var value = 0
  public var usual = 0
  public var fixed = false
  public var about = ""
  public init() {}
  public static let layout = Layout<SettingInfo>(
    "Setting", doc: "A setting of the daemon.",
    [
      .required("name", \.name, "its name"),
      .required("value", \.value, "what it is"),
      .required("usual", \.usual, "what it is when nobody has changed it"),
      .usually("fixed", \.fixed, "it cannot be changed while the daemon runs"),
      .required("about", \.about, "what it bounds"),
    ])
}
