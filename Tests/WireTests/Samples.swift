/// Values of messages, for tests that look at something special: a `null` that is a value, a name that needs escapes. That
/// every member of every message is written and read is `RecordTests`' affair, which makes its samples from the schemas.
import Wire

enum Samples {
  static let time = Timestamp(nanoseconds: 1_795_223_823_001_000_000)
  static let value: JSONValue = ["a": [1, 2.5, nil, true, "x"], "b": [:]]

  static func change(
    _ path: String, _ op: PathChange.Operation = .set, _ value: JSONValue? = nil, old: JSONValue? = nil, v: Int
  ) -> PathChange {
    PathChange {
      $0.path = path
      $0.op = op
      $0.value = value
      $0.old = old
      $0.v = v
    }
  }

  static func change(_ path: String, _ value: JSONValue, old: JSONValue? = nil, v: Int) -> PathChange {
    change(path, .set, value, old: old, v: v)
  }

  /// By method: params and results.
  static let params: [String: [any WireObject]] = [
    "session.hello": [SessionHello.Params()],
    "session.ping": [SessionPing.Params(), SessionPing.Params(t: .null), SessionPing.Params(t: value)],
    "program.eval": [
      SourceParams(source: "let x = 1\n", file: "repl"), SourceParams(source: ""),
      SourceParams(files: [SourceFileText(file: "A.swift", source: "let a = 1")], namespace: "red"),
      EvaluationParams(SourceParams(source: "1 / 0.0"), owner: .session, wantsSource: true),
    ],
    "program.check": [SourceParams(source: "\"\\u{0}\t\"")],
    "store.get": [StoreGet.Params(path: #"prices["té"]"#)],
    "store.set": [
      StoreSet.Params(path: "a.b", value: nil), StoreSet.Params(path: "a", value: 1),
      StoreSet.Params {
        $0.path = "a"
        $0.value = value
        $0.ifValue = .null
      },
    ],
    "tx.commit": [
      TransactionCommit.Params(),
      TransactionCommit.Params {
        $0.ops = [
          .init {
            $0.set = "a"
            $0.value = nil
          },
          .init {
            $0.patch = "c"
            $0.value = []
            $0.format = .jsonPatch
          },
        ]
        $0.conditions = [.init(path: "b"), .init(path: "c", value: .null)]
      },
    ],
    "sub.open": [
      SubscriptionOpen.Params(sub: "w", paths: ["a.**"]),
      SubscriptionOpen.Params {
        $0.sub = "p"
        $0.from = .since(Since("-10m"))
        $0.deliver = DeliveryOptions {
          $0.maxRate = 2.5
          $0.settle = WireDuration("50ms")
          $0.demand = 0
        }
      },
    ],
  ]

  static let results: [String: [any WireCodable & Hashable & Sendable]] = [
    "rpc.discover": [value],
    "program.eval": [
      ProgramEval.Result(),
      ProgramEval.Result {
        $0.values = [
          EvaluatedValue { $0.name = "$R1" },
          EvaluatedValue {
            $0.name = "$R2"
            $0.value = .null
          },
          EvaluatedValue {
            $0.name = "$R3"
            $0.source = ".infinity"
            $0.description = "inf"
          },
        ]
        $0.printed = ["a", ""]
      },
    ],
    "store.get": [
      StoreGet.Result {
        $0.path = "a"
        $0.type = "Int?"
        $0.at = Timestamp(nanoseconds: 0)
      }
    ],
  ]

  static let events: [SubscriptionEvent] = [
    .snapshot(rev: 1, entries: []),
    .snapshot(
      rev: 8841,
      entries: [
        .init {
          $0.path = "kitchen.temp"
          $0.value = 21.0
          $0.rev = 8790
          $0.at = time
        }
      ]),
    .ready(rev: 8841, count: 1),
    .change(
      .init {
        $0.rev = 8844
        $0.merged = 3
        $0.at = time
        $0.changes = [
          change("kitchen.temp", 21.5, old: 21.0, v: 12), change("a", .null, old: .null, v: 1),
          change("b", .remove, old: value, v: 2), change("b", .touch, v: 7),
          PathChange {
            $0.path = "a"
            $0.op = .patch
            $0.base = 1
            $0.patch = ["set": ["x": 1]]
            $0.v = 2
          },
        ]
        $0.cause = ChangeCause(by: "c9", req: .number(42), of: 8843, via: ["smooth", "$R0"], note: "too cold")
      }),
    .change(
      .init {
        $0.rev = 1
        $0.cause = ChangeCause(by: "timer")
      }),
    .part(number: 1, of: 3, text: "{\"type\":"),
    .progress(rev: 9),
    .lag(
      .init {
        $0.queued = 3
        $0.setting = "deliver.queue"
      }),
    .gap(.init { $0.oldestRev = 9105 }),
    .gap(
      .init {
        $0.reason = .overflow
        $0.lost = 17
      }),
    .paused(reason: "slow"),
    .resumed,
    .complete,
    .failed(RPCError(.upstream, "503", ["status": 503], retry: .later)),
    .end(reason: .closed, resume: Bookmark(epoch: "k3f9", rev: 8844)),
    .end(reason: .error, resume: nil),
    .unknown(type: "later"),
  ]

  static let notices: [SessionNotice] = [
    .pipeline(name: "signup.isValid", state: "finished", text: nil, rev: 3),
    .closing(text: "why", setting: nil), .idle(SessionNotice.IdleRequest()),
    .unknown(type: "later"),
  ]
}
