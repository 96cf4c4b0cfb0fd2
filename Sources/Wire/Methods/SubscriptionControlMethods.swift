// sub.*: what can be done with an open subscription.

/// The params of methods that name one.
public struct SubscriptionName: WireRecord {
  public var sub = ""
  public init() {}
  public init(sub: String) { self.sub = sub }
  public static let layout = Layout<SubscriptionName>([.required("sub", \.sub, "the subscription")])
}

public enum SubscriptionPause: MethodDefinition {
  public typealias Params = SubscriptionName
  public typealias Result = SubscriptionName

  public static let method = Method(
    "sub.pause", access: .read, "Holds a subscription: nothing of it comes until it is resumed.",
    notes: "The event `paused` with the reason `client` comes before the reply. What happens meanwhile is not lost.",
    params: Params.schema, result: Result.shape, errors: [.unknownSubscription], complexity: "O(1)",
    example: .init(params: #"{"sub":"kitchen"}"#, result: #"{"sub":"kitchen"}"#))
}

public enum SubscriptionResume: MethodDefinition {
  public typealias Params = SubscriptionName
  public typealias Result = SubscriptionName

  public static let method = Method(
    "sub.resume", access: .read, "Lets a paused subscription go on.",
    notes: """
      The event `resumed` comes first, then what was missed: folded in mode `latest`, each commit in mode `every`. It \
      also ends a pause that the overflow policy `pause` has begun.
      """,
    params: Params.schema, result: Result.shape, errors: [.unknownSubscription], complexity: "O(1)",
    example: .init(params: #"{"sub":"kitchen"}"#, result: #"{"sub":"kitchen"}"#))
}

public enum SubscriptionDemand: MethodDefinition {
  public struct Params: WireRecord {
    public var sub = ""
    public var add = Credit.unlimited
    public init() {}
    public init(sub: String, add: Credit) {
      self.sub = sub
      self.add = add
    }

    public static let layout = Layout<Params>([
      .required("sub", \.sub, "the subscription"),
      .required("add", \.add, "how many more changes may come; `\"unlimited\"` ends counting"),
    ])
  }

  public struct Result: WireRecord {
    public var sub = ""
    public var demand = Credit.unlimited
    public init() {}
    public init(sub: String, demand: Credit) {
      self.sub = sub
      self.demand = demand
    }

    public static let layout = Layout<Result>([
      .required("sub", \.sub, "the subscription"),
      .required("demand", \.demand, "how many may come now"),
    ])
  }

  public static let method = Method(
    "sub.demand", access: .read, "Asks for more changes of a subscription that was opened with `deliver.demand`.",
    notes: """
      One credit is one `change`; other events are free. Credits add up and are never taken back. Usually sent as a \
      notification. Without credit, mode `latest` folds and mode `every` keeps its place; a subscription of a publisher \
      passes the demand on to it, as `Subscribers.Demand`.
      """,
    params: Params.schema, result: Result.shape, errors: [.unknownSubscription], complexity: "O(1)",
    example: .init(params: #"{"sub":"kitchen","add":5}"#, result: #"{"sub":"kitchen","demand":5}"#))
}

public enum SubscriptionSync: MethodDefinition {
  public typealias Params = Nothing

  public struct Result: WireRecord {
    public var rev = 0
    public var waiting: [String] = []
    public init() {}

    public static let layout = Layout<Result>([
      .required("rev", \.rev, "everything up to this commit has been written to this connection's subscriptions"),
      .usually("waiting", \.waiting, "those that are paused or without demand, and may have more to say"),
    ])
  }

  public static let method = Method(
    "sub.sync", access: .read,
    "Replies when everything committed so far has been written to this connection's subscriptions.",
    notes: """
      It does not wait for `maxRate` and `settle`: what they hold back comes now. Subscriptions that are paused or have \
      no demand are named in `waiting`.
      """,
    params: Params.schema, result: Result.shape, isAsync: true, complexity: "O(what waits)",
    example: .init(params: "{}", result: #"{"rev":8841}"#))
}

public enum SubscriptionResync: MethodDefinition {
  public struct Params: WireRecord {
    public var sub = ""
    public var path: String?
    public init() {}

    public static let layout = Layout<Params>([
      .required("sub", \.sub, "the subscription"),
      .optional("path", .path(.reads), \.path, "one path of it; all when left out"),
    ])
  }

  public struct Result: WireRecord {
    public var sub = ""
    public var count = 0
    public init() {}

    public static let layout = Layout<Result>([
      .required("sub", \.sub, "the subscription"),
      .required("count", \.count, "how many values will come"),
    ])
  }

  public static let method = Method(
    "sub.resync", access: .read, "Asks for present values again, in full.",
    notes: "They come as a `snapshot` event. For a client that has lost what a patch applies to.",
    params: Params.schema, result: Result.shape, errors: [.unknownSubscription, .notFound],
    complexity: "O(properties it matches)",
    example: .init(params: #"{"sub":"kitchen","path":"kitchen.temp"}"#, result: #"{"sub":"kitchen","count":1}"#))
}

public enum SubscriptionList: MethodDefinition {
  public struct Params: WireRecord {
    public var all = false
    public init() {}

    public static let layout = Layout<Params>([
      .usually("all", \.all, "those of all connections, not only yours")
    ])
  }

  public struct Result: WireRecord {
    public var rev = 0
    public var subs: [SubscriptionInfo] = []
    public init() {}

    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision of the list"),
      .required("subs", \.subs, "by connection and name"),
    ])
  }

  public static let method = Method(
    "sub.list", access: .read, needs: .commits, "Lists open subscriptions: what the daemon thinks you have.",
    params: Params.schema, result: Result.shape, complexity: "O(subscriptions)",
    example: .init(
      params: "{}",
      result: #"""
        {"rev":8841,"subs":[{"sub":"kitchen","session":"c9","paths":["kitchen.**"],"deliver":{"mode":"every",\#
        "overflow":"spill"},"state":"live","n":17,"rev":8841,"queued":0}]}
        """#))
}

/// An open subscription.
public struct SubscriptionInfo: WireRecord {
  public var sub = ""
  public var session = ""
  public var paths: [String] = []
  public var publisher: String?
  public var when: String?
  public var deliver = DeliveryOptions()
  public var state = ""
  public var n = 0
  public var rev = 0
  public var queued = 0
  public var lost = 0
  public var demand: Int?
  public init() {}

  public static let layout = Layout<SubscriptionInfo>(
    "Subscription", doc: "An open subscription.",
    [
      .required("sub", \.sub, "its name"),
      .required("session", \.session, "the connection it belongs to"),
      .required("paths", \.paths, "what it listens to"),
      .optional("publisher", \.publisher, "the source of its publisher"),
      .optional("when", \.when, "its condition"),
      .required("deliver", \.deliver, "how its changes are delivered"),
      .required("state", \.state, "`starting`, `live` or `paused`"),
      .required("n", \.n, "the number of its last event"),
      .required("rev", \.rev, "everything up to this commit has been delivered"),
      .required("queued", \.queued, "changes that wait"),
      .usually("lost", \.lost, "changes that its overflow policy has dropped"),
      .optional("demand", \.demand, "how many changes may come; missing when nobody counts"),
    ])
}
