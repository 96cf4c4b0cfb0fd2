/// One or more values of every typed message, for tests that go through all of them.
import Wire

enum Samples {
  static let time = Timestamp(nanoseconds: 1_795_223_823_001_000_000)
  static let agent = Agent(name: "combined", version: "0.1.0", pid: 4711)
  static let limits = SessionLimits()
  static let clock = ClockReading(mode: .real, now: time)
  static let diagnostic = DiagnosticReport(
    severity: .error, message: "cannot find 'x' in scope", file: "repl", line: 1, column: 9, endLine: 1, endColumn: 10,
    notes: [
      DiagnosticReport(
        severity: .note, message: "did you mean 'y'?", file: "repl", line: 1, column: 1, endLine: 1, endColumn: 2)
    ],
    fixIts: [.init(message: "replace", edits: [.init(line: 1, column: 9, endLine: 1, endColumn: 10, text: "y")])])
  static let value: JSONValue = ["a": [1, 2.5, nil, true, "x"], "b": [:]]

  /// By method: params and results.
  static let params: [String: [any WireObject]] = [
    "session.hello": [
      SessionHello.Params(),
      SessionHello.Params(protocols: ["1", "2"], client: agent, features: ["tail"], strict: false),
    ],
    "session.ping": [SessionPing.Params(), SessionPing.Params(t: nil), SessionPing.Params(t: value)],
    "session.bye": [Nothing()],
    "rpc.discover": [Nothing()],
    "program.eval": [
      SourceParams(source: "let x = 1\n", file: "repl"), SourceParams(source: ""),
      SourceParams(files: [SourceFileText(file: "A.swift", source: "let a = 1")], namespace: "red"),
    ],
    "program.check": [SourceParams(source: "\"\\u{0}\t\"")],
    "program.complete": [
      ProgramComplete.Params(source: "a.", offset: 2), ProgramComplete.Params(source: "a", offset: 1, file: "f"),
    ],
    "program.leaks": [ProgramList.Params()],
    "program.list": [ProgramList.Params(), ProgramList.Params(namespace: "red")],
    "store.list": [StoreList.Params(), StoreList.Params(pattern: "a.**")],
    "store.get": [StoreGet.Params(path: #"prices["té"]"#)],
    "store.set": [
      StoreSet.Params(path: "a.b", value: nil), StoreSet.Params(path: "a", value: 1),
      StoreSet.Params(path: "a", value: value, ifRev: 7, ifValue: .null, force: true, note: "why", until: .durable),
    ],
    "tx.commit": [
      TransactionCommit.Params(ops: []),
      TransactionCommit.Params(
        ops: [
          .init(set: "a", value: nil), .init(set: "b", value: value), .init(patch: "c", value: [], format: .jsonPatch),
        ],
        conditions: [.init(path: "a", rev: 1), .init(path: "b", value: nil), .init(path: "c", value: .null)],
        force: true, note: "n"),
    ],
    "sub.open": [
      SubscriptionOpen.Params(sub: "w", paths: ["a.**"]),
      SubscriptionOpen.Params(
        sub: "w", paths: [], from: .after(Bookmark(epoch: "k3f9", rev: 8)), initial: .none, old: true, cause: true,
        deliver: Delivery(mode: .every)),
      SubscriptionOpen.Params {
        $0.sub = "p"
        $0.publisher = "a.$b"
        $0.from = .since(Since("-10m"))
        $0.value = .patch
        $0.when = "value > 1"
        $0.progress = WireDuration("5s")
        $0.deliver = Delivery {
          $0.mode = .every
          $0.overflow = .dropOldest
          $0.queue = 5
          $0.maxRate = 2.5
          $0.settle = WireDuration("50ms")
          $0.demand = 0
        }
      },
    ],
    "sub.close": [SubscriptionClose.Params(sub: "w")],
    "server.status": [Nothing()],
    "server.shutdown": [ServerShutdown.Params(), ServerShutdown.Params(graceMs: 5)],
  ]

  static let results: [String: [any WireCodable & Hashable & Sendable]] = [
    "session.hello": [
      SessionHello.Result(
        session: "c17", server: agent, epoch: "k3f9", rev: 8841, oldestRev: 1, durableRev: 8840, clock: clock,
        features: ["tail"], limits: limits, you: PeerInfo(uid: 1000, gid: 1000, role: "owner"))
    ],
    "session.ping": [SessionPing.Result(t: value)],
    "session.bye": [Nothing()],
    "rpc.discover": [value],
    "program.eval": [
      ProgramEval.Result(rev: 0),
      ProgramEval.Result(
        rev: 12, defined: [DefinedName(kind: "store", name: "signup", type: "SignUp")],
        values: [
          EvaluatedValue(name: "$R0", type: "Int", text: "3", value: 3),
          EvaluatedValue(name: "$R1", type: "AnyCancellable", text: "AnyCancellable", value: nil),
          EvaluatedValue(name: "$R2", type: "Int?", text: "nil", value: .null),
        ], printed: ["a", ""], warnings: [diagnostic], rendered: "1 | x", redefined: ["A"], unchanged: ["B"]),
    ],
    "program.check": [
      ProgramCheck.Result(diagnostics: [diagnostic], rendered: "…"), ProgramCheck.Result(diagnostics: [], rendered: ""),
    ],
    "program.complete": [
      ProgramComplete.Result(
        start: 3,
        candidates: [
          CompletionCandidate(name: "username", kind: "property", type: "String", detail: "@Published"),
          CompletionCandidate(name: "let", kind: "keyword"),
        ])
    ],
    "program.help": [
      ProgramHelp.Result(entries: [
        HelpEntry {
          $0.name = "Just"
          $0.signatures = ["struct Just<Output>: Publisher", "init(_ output: Output)"]
          $0.summary = "One value."
          $0.example = "_ = Just(1).sink { print($0) }"
          $0.output = ["1"]
        }
      ])
    ],
    "program.leaks": [
      ProgramLeaks.Result {
        $0.rev = 1
        $0.leaks = [LeakedObject { $0.type = "Form" }]
      }
    ],
    "program.list": [
      ProgramList.Result {
        $0.rev = 1
        $0.declarations = [DeclarationInfo(names: ["a"], file: "f", line: 3, text: "let a = 1")]
        $0.namespaces = ["red"]
      }
    ],
    "store.list": [
      StoreList.Result(
        rev: 1,
        stores: [
          StoreInfo(
            path: "a", type: "A",
            properties: [
              PropertyEntry(path: "a.b", type: "Int", access: .readWrite, observable: true),
              PropertyEntry(path: "a.c", type: "[Int]", access: .readOnly, observable: false),
            ])
        ])
    ],
    "store.get": [
      StoreGet.Result(path: "a", value: value, type: "A", rev: 1, v: 2, at: time),
      StoreGet.Result(path: "a", value: nil, type: "Int?", rev: 1, v: 2, at: Timestamp(nanoseconds: 0)),
    ],
    "store.set": [StoreSet.Result(rev: 1, v: 2, changed: false)],
    "tx.commit": [TransactionCommit.Result(rev: 1, changed: 2)],
    "sub.open": [SubscriptionOpen.Result(sub: "w", rev: 8, effective: Delivery(mode: .latest))],
    "sub.close": [SubscriptionClose.Result(sub: "w")],
    "server.status": [
      ServerStatus.Result(
        server: agent, startedAt: time, clock: clock, epoch: "e", rev: 1, oldestRev: 1, durableRev: 1, clients: 1,
        stores: 2, properties: 3, subs: 4, requests: 5, refused: 6, limits: limits),
      ServerStatus.Result(
        server: agent, startedAt: time, clock: clock, epoch: "e", rev: 1, oldestRev: 1, durableRev: 1, clients: 1,
        stores: 2, properties: 3, subs: 4, requests: 5, refused: 6, limits: limits,
        shared: SharedLimits(
          clients: 1, replies: 2, stallMs: 3, commits: 4, activation: ActivationLimits { $0.steps = 5 }),
        grants: ["net"],
        problems: [
          StartProblem {
            $0.names = ["a"]
            $0.text = "b"
            $0.file = "repl"
            $0.line = 1
            $0.column = 2
          }
        ],
        lastCrash: StartProblem {
          $0.names = ["a"]
          $0.text = "c"
          $0.file = "repl"
          $0.line = 3
          $0.column = 1
        }, journal: "/state/journal.sqlite"),
    ],
    "server.shutdown": [ServerShutdown.Result(rev: 9)],
  ]

  static let events: [SubscriptionEvent] = [
    .snapshot(rev: 1, entries: []),
    .snapshot(rev: 8841, entries: [.init(path: "kitchen.temp", value: 21.0, rev: 8790, at: time)]),
    .ready(rev: 8841, count: 1),
    .change(.init(rev: 8844, at: time, changes: [PathChange(path: "a", value: nil, v: 1)])),
    .change(
      .init(
        rev: 8844, merged: 3, at: time,
        changes: [
          PathChange(path: "kitchen.temp", value: 21.5, old: 21.0, v: 12),
          PathChange(path: "a", value: .null, old: .null, v: 1),
          PathChange(path: "b", op: .remove, value: nil, old: value, v: 2),
        ], cause: ChangeCause(by: "c9", req: .number(42), of: 8843, via: ["smooth", "$R0"], note: "too cold"))),
    .change(.init(rev: 1, at: time, changes: [], cause: ChangeCause(by: "timer"))),
    .change(
      .init(
        rev: 2, at: time,
        changes: [
          PathChange(path: "a", op: .patch, value: nil, base: 1, patch: ["set": ["x": 1]], v: 2),
          PathChange(path: "b", op: .touch, value: nil, v: 7),
        ])),
    .part(number: 1, of: 3, text: "{\"type\":"),
    .progress(rev: 9),
    .lag(.init(behindRev: 1, behindMs: 2, queued: 3, limit: 4, setting: "deliver.queue")),
    .gap(.init(reason: .retention, from: 8700, to: 9104, oldestRev: 9105)),
    .gap(.init(reason: .overflow, from: 1, to: 2, lost: 17)),
    .paused(reason: "slow"),
    .resumed,
    .complete,
    .failed(RPCError(.upstream, "503", ["status": 503], retry: .later)),
    .end(reason: .closed, resume: Bookmark(epoch: "k3f9", rev: 8844)),
    .end(reason: .error, resume: nil),
    .unknown(type: "later"),
  ]

  static let notices: [SessionNotice] = [
    .print(text: "later", by: "$R0", rev: 13),
    .fault(.init(text: "Index out of range", by: "signup.isValid", rev: 3, file: "repl", line: 4, column: 21)),
    .pipeline(name: "signup.isValid", state: "finished", text: nil, rev: 3),
    .pipeline(name: "signup.isValid", state: "failed", text: "why", rev: 3),
    .shutdown(graceMs: 1000),
    .deprecated(what: "a", use: "b"),
    .unknown(type: "later"),
  ]
}
