// What the words of a command mean, where that takes more than naming them.
import Wire

extension Subcommand {
  static func makeSet(_ arguments: [String], _ options: [String: String]) throws(UsageError)
    -> Invocation.Action
  {
    switch (arguments.count, options["--string"]) {
    case (1, let text?): return .set(path: arguments[0], value: .string(text))
    case (2, nil):
      let value = try jsonArgument(arguments[1]) { _ in
        "combinectl set \(shellWord(arguments[0])) --string \(shellWord(arguments[1]))"
      }
      return .set(path: arguments[0], value: value)
    case (2, _?): throw UsageError("set takes JSON or --string TEXT, not both")
    default:
      throw UsageError(
        "set needs a value",
        hint: "combinectl set \(arguments[0]) JSON, or: combinectl set \(arguments[0]) --string TEXT")
    }
  }

  /// The second argument, where there is one.
  static func json(_ arguments: [String], example: String) throws(UsageError) -> JSONValue? {
    guard arguments.count > 1 else { return nil }
    do throws(JSONError) { return try JSONValue(parsing: arguments[1]) } catch {
      throw UsageError("'\(arguments[1])' is not JSON: \(error.reason)", hint: example)
    }
  }

  static func makePatch(_ arguments: [String], _ options: [String: String]) throws(UsageError) -> Invocation.Action {
    var params = StorePatch.Params()
    params.path = arguments[0]
    params.patch = try json(arguments, example: "combinectl patch cart.items '[[\"remove\",0,1]]'")!
    params.note = options["--note"]
    if let text = options["--format"] {
      guard let format = PatchFormat(rawValue: text) else {
        throw UsageError("--format is native, merge or json-patch, not '\(text)'")
      }
      params.format = format
    }
    if params.format == .native,
      let other = params.patch.object?.first(where: { !["set", "unset", "patch"].contains($0.name) })
    {
      throw UsageError(
        "a native patch of an object has 'set', 'unset' and 'patch', not '\(other.name)'",
        hint: "combinectl patch \(params.path) \(shellWord(params.patch.description)) --format merge", status: 65)
    }
    if let text = options["--if-rev"] {
      guard let rev = Int(text), rev >= 0 else {
        throw UsageError("--if-rev needs a revision such as 8841, not '\(text)'")
      }
      params.ifRev = rev
    }
    return .patch(params)
  }

  static func makeCommit(_ arguments: [String], _ options: [String: String]) throws(UsageError) -> Invocation.Action {
    var params = TransactionCommit.Params()
    params.note = options["--note"]
    for argument in arguments {
      let (path, value) = try assignment(argument)
      var operation = TransactionCommit.Operation()
      operation.set = path
      operation.value = value
      params.ops.append(operation)
    }
    for condition in options["--if"]?.split(separator: "\n") ?? [] {
      let (path, value) = try assignment(String(condition))
      params.conditions.append(.init(path: path, value: value))
    }
    return .commit(params)
  }

  /// `cart.items["a=b"]=3`: the sign outside of brackets divides.
  private static func assignment(_ text: String) throws(UsageError) -> (path: String, value: JSONValue) {
    var depth = 0
    let sign = text.firstIndex {
      depth += $0 == "[" ? 1 : $0 == "]" ? -1 : 0
      return $0 == "=" && depth == 0
    }
    guard let sign, sign > text.startIndex else {
      throw UsageError("'\(text)' sets nothing", hint: "combinectl commit a.n=1 a.name='\"ada\"'")
    }
    let path = String(text[..<sign])
    let value = try jsonArgument(String(text[text.index(after: sign)...])) { json in
      "combinectl commit " + shellWord("\(path)=\(json)")
    }
    return (path, value)
  }

  static func makeWait(_ arguments: [String], _ options: [String: String]) throws(UsageError) -> Invocation.Action {
    var limit: WireDuration?
    if let text = options["--for"] {
      guard let duration = WireDuration(text), duration.nanoseconds > 0 else {
        throw UsageError("--for needs a time such as 500ms, 5s or 2m, not '\(text)'")
      }
      limit = duration
    }
    let condition: WaitCondition =
      switch arguments.count > 1 ? arguments[1] : "" {
      case "": .change
      case "exists": .exists
      case "gone": .gone
      case "quiet": .quiet
      case let text: .holds(text)
      }
    guard condition != .quiet || limit != nil else {
      throw UsageError("quiet needs a time", hint: "combinectl wait \(shellWord(arguments[0])) quiet --for 500ms")
    }
    return .wait(path: arguments[0], condition, limit: limit)
  }

  static func makeCall(_ arguments: [String], _ options: [String: String]) throws(UsageError) -> Invocation.Action {
    let method = arguments[0]
    guard let entry = MethodTable[method] else {
      let near = nearest(method, among: MethodTable.names)
      throw UsageError(
        "there is no method '\(method)'",
        hint: near.map { "did you mean combinectl rpc \($0)?" } ?? "combinectl rpc rpc.discover lists them")
    }
    return .rpc(
      method: method, params: try json(arguments, example: "combinectl rpc \(method) '\(entry.example.params)'"))
  }

  static func makeUndo(_ arguments: [String], _ options: [String: String]) throws(UsageError) -> Invocation.Action {
    guard let rev = Int(arguments[0]), rev > 0 else {
      throw UsageError(
        "undo needs a revision such as 8841, not '\(arguments[0])'", hint: "combinectl history PATH shows them")
    }
    return .undo(
      TransactionUndo.Params {
        $0.rev = rev
        $0.note = options["--note"]
      })
  }

  static func makeTry(_ arguments: [String], _ options: [String: String]) throws(UsageError) -> Invocation.Action {
    var column: WireDuration?
    if let text = options["--column"] {
      column = WireDuration(text).flatMap { $0.nanoseconds > 0 ? $0 : nil }
      guard column != nil else { throw UsageError("--column needs a time such as 10ms, not '\(text)'") }
    }
    return .attempt(try TrialText.params(words: arguments, column: column))
  }

  static func makeMarbles(_ arguments: [String], _ options: [String: String]) throws(UsageError) -> Invocation.Action {
    var watching: Duration?
    if let text = options["--for"] {
      watching = Duration(spelled: text).flatMap { $0 > .zero ? $0 : nil }
      guard watching != nil else { throw UsageError("--for needs a time such as 500ms, 5s or 2m, not '\(text)'") }
    }
    return .marbles(pipe: arguments[0], watching: watching)
  }

  /// `wait` has no prompt that it would keep.
  static func makePipe(_ arguments: [String], _ options: [String: String]) throws(UsageError) -> Invocation.Action {
    if options["--names"] != nil {
      guard options.count == 1, arguments.isEmpty else {
        throw UsageError("--names lists the pipelines", hint: "combinectl pipe --names")
      }
      return .pipelineNames
    }
    guard options.isEmpty || arguments.first == PipelineVerb.replay.rawValue else {
      throw UsageError(
        "\(options.keys.min()!) is for replay", hint: "combinectl pipe replay signup.isValid \(options.keys.min()!) …")
    }
    if arguments.first == "wait" {
      guard arguments.count == 2 else {
        throw UsageError("pipe wait takes a name", hint: "combinectl pipe wait NAME; combinectl pipe lists them")
      }
      return .waitUntilHeld(pipe: arguments[1])
    }
    var words = arguments
    for name in ["--since", "--limit"] { if let value = options[name] { words += [name, value] } }
    if let source = options["--with"] { words.append(source) }
    return .command("pipe " + words.joined(separator: " "))
  }

  static func makeGraph(_ arguments: [String], _ options: [String: String]) throws(UsageError) -> Invocation.Action {
    guard let text = options["--every"] else { return .command("graph " + arguments.joined(separator: " ")) }
    guard let interval = Duration(spelled: text), interval > .zero else {
      throw UsageError("--every needs a time such as 500ms, 5s or 2m, not '\(text)'")
    }
    guard arguments.isEmpty else {
      throw UsageError("\(arguments[0]) is drawn once", hint: "combinectl graph --every \(text)")
    }
    return .graph(every: interval)
  }

  /// A command of the shell, or else a name that the daemon may know.
  static func makeHelp(_ arguments: [String], _ options: [String: String]) throws(UsageError) -> Invocation.Action {
    let isCommand = arguments.first.map { named($0) != nil } ?? true
    guard options["--run"] == nil else {
      guard let name = arguments.first, !isCommand else {
        throw UsageError("--run draws what an operator does", hint: "combinectl help debounce --run")
      }
      return .command("help \(name) --run")
    }
    guard let name = arguments.first, !isCommand, !all.contains(where: { $0.name.hasPrefix(name) }) else {
      return .help(topic: arguments.first)
    }
    return .command("help \(name)")
  }
}
