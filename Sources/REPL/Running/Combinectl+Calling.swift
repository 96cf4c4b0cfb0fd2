// `combinectl rpc`: any method of the protocol, as it stands.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  func callByName(_ method: String, _ params: JSONValue?) throws -> Int32 {
    if method == SubscriptionOpen.method.name { return try subscribe(params ?? [:]) }
    let connection = try connect(access())
    let result = try connection.call(named: method, params ?? [:], timeout: options.timeout)
    show(lines: [isatty(STDOUT_FILENO) == 1 ? result.pretty() : result.description])
    return 0
  }

  /// A subscription is worth nothing without its events.
  private func subscribe(_ params: JSONValue) throws -> Int32 {
    var parser = JSONParser()
    let opened: SubscriptionOpen.Params
    do {
      opened = try SubscriptionOpen.Params(json: parser.parse(params.description).root, strict: true)
    } catch let error as ShapeError {
      throw UsageError(
        error.sentence(whole: "params"), hint: "combinectl rpc sub.open '\(SubscriptionOpen.method.example.params)'")
    }
    var program = self
    program.invocation.options.json = true
    return try Follower(program, opened, TailOptions()).run()
  }
}
