/// The initialisers of the types inside `Publishers`, for programs that spell them out.
///
/// `Publishers.Map(upstream: p, transform: f)` is what `p.map(f)` gives in general: the operands are the operator's, in
/// the same order, so each initialiser is the operator under another signature.
internal import Combine

extension CombineLibrary {
  /// - Returns: the initialisers of a type inside `Publishers`, by its name.
  static func spelledInitialisers(_ type: String) -> [LibraryEntry] {
    guard let forms = spelled[type] else { return [] }
    return forms.map { form in
      contextual("init(\(form.parameters))\(form.condition.isEmpty ? "" : " where \(form.condition)")") {
        call throws(Abort) in
        guard let operation = operators.first(where: { $0.signature.hasPrefix(form.like) }),
          case .contextual(let body) = operation.native
        else { throw .trap("library: no operator \(form.like)") }
        return try body(call.general)
      }
    }
  }

  private static var operators: [LibraryEntry] {
    mapping() + filtering() + sharing() + debugging() + combining() + flattening() + failing() + selecting()
      + reducing() + timing() + buffering()
  }

  private struct Form: Sendable {
    /// How the operator's signature begins.
    let like: String
    let parameters: String
    var condition = ""
  }

  private static let up = "upstream: Upstream"
  private static let test = "@escaping (Upstream.Output) -> Bool"
  private static let tryTest = "@escaping (Upstream.Output) throws -> Bool"
  private static let order = "@escaping (Upstream.Output, Upstream.Output) -> Bool"
  private static let tryOrder = "@escaping (Upstream.Output, Upstream.Output) throws -> Bool"
  private static let stride = "Context.SchedulerTimeType.Stride"
  private static let options = "options: Context.SchedulerOptions? = nil"

  private static let spelled: [String: [Form]] = [
    "Map": [
      Form(like: "func map<T>(_ transform", parameters: "\(up), transform: @escaping (Upstream.Output) -> Output")
    ],
    "TryMap": [
      Form(like: "func tryMap", parameters: "\(up), transform: @escaping (Upstream.Output) throws -> Output")
    ],
    "MapError": [
      Form(like: "func mapError", parameters: "\(up), transform: @escaping (Upstream.Failure) -> Failure"),
      Form(like: "func mapError", parameters: "\(up), _ map: @escaping (Upstream.Failure) -> Failure"),
    ],
    "SetFailureType": [Form(like: "func setFailureType", parameters: up)],
    "Scan": [
      Form(
        like: "func scan",
        parameters: "\(up), initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output")
    ],
    "TryScan": [
      Form(
        like: "func tryScan",
        parameters:
          "\(up), initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output")
    ],
    "Filter": [Form(like: "func filter", parameters: "\(up), isIncluded: \(test)")],
    "TryFilter": [Form(like: "func tryFilter", parameters: "\(up), isIncluded: \(tryTest)")],
    "CompactMap": [
      Form(like: "func compactMap", parameters: "\(up), transform: @escaping (Upstream.Output) -> Output?")
    ],
    "TryCompactMap": [
      Form(like: "func tryCompactMap", parameters: "\(up), transform: @escaping (Upstream.Output) throws -> Output?")
    ],
    "RemoveDuplicates": [Form(like: "func removeDuplicates(by", parameters: "\(up), predicate: \(order)")],
    "TryRemoveDuplicates": [Form(like: "func tryRemoveDuplicates(by", parameters: "\(up), predicate: \(tryOrder)")],
    "ReplaceEmpty": [Form(like: "func replaceEmpty", parameters: "\(up), output: Upstream.Output")],
    "ReplaceError": [Form(like: "func replaceError", parameters: "\(up), output: Upstream.Output")],
    "First": [Form(like: "func first()", parameters: up)],
    "FirstWhere": [Form(like: "func first(where", parameters: "\(up), predicate: \(test)")],
    "TryFirstWhere": [Form(like: "func tryFirst", parameters: "\(up), predicate: \(tryTest)")],
    "Last": [Form(like: "func last()", parameters: up)],
    "LastWhere": [Form(like: "func last(where", parameters: "\(up), predicate: \(test)")],
    "TryLastWhere": [Form(like: "func tryLast", parameters: "\(up), predicate: \(tryTest)")],
    "Drop": [Form(like: "func dropFirst", parameters: "\(up), count: Int")],
    "DropWhile": [Form(like: "func drop(while", parameters: "\(up), predicate: \(test)")],
    "TryDropWhile": [Form(like: "func tryDrop", parameters: "\(up), predicate: \(tryTest)")],
    "PrefixWhile": [Form(like: "func prefix(while", parameters: "\(up), predicate: \(test)")],
    "TryPrefixWhile": [Form(like: "func tryPrefix", parameters: "\(up), predicate: \(tryTest)")],
    "Output": [Form(like: "func output<R", parameters: "\(up), range: Range<Int>")],
    "PrefixUntilOutput": [
      Form(like: "func prefix<P: Publisher>(untilOutputFrom", parameters: "\(up), other: Other")
    ],
    "DropUntilOutput": [
      Form(
        like: "func drop<P: Publisher>(untilOutputFrom", parameters: "\(up), other: Other",
        condition: "Upstream.Failure == Other.Failure")
    ],
    "Collect": [Form(like: "func collect()", parameters: up)],
    "CollectByCount": [Form(like: "func collect(_ count", parameters: "\(up), count: Int")],
    "CollectByTime": [
      Form(
        like: "func collect<S: Scheduler>",
        parameters: "\(up), strategy: Publishers.TimeGroupingStrategy<Context>, \(options)")
    ],
    "Count": [Form(like: "func count()", parameters: up)],
    "IgnoreOutput": [Form(like: "func ignoreOutput", parameters: up)],
    "Reduce": [
      Form(
        like: "func reduce",
        parameters: "\(up), initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output")
    ],
    "TryReduce": [
      Form(
        like: "func tryReduce",
        parameters: "\(up), initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output")
    ],
    "Contains": [
      Form(
        like: "func contains(_", parameters: "\(up), output: Upstream.Output", condition: "Upstream.Output: Equatable")
    ],
    "ContainsWhere": [Form(like: "func contains(where", parameters: "\(up), predicate: \(test)")],
    "TryContainsWhere": [Form(like: "func tryContains", parameters: "\(up), predicate: \(tryTest)")],
    "AllSatisfy": [Form(like: "func allSatisfy", parameters: "\(up), predicate: \(test)")],
    "TryAllSatisfy": [Form(like: "func tryAllSatisfy", parameters: "\(up), predicate: \(tryTest)")],
    "Comparison": [Form(like: "func max(by", parameters: "\(up), areInIncreasingOrder: \(order)")],
    "TryComparison": [Form(like: "func tryMax(by", parameters: "\(up), areInIncreasingOrder: \(tryOrder)")],
    "FlatMap": [
      Form(
        like: "func flatMap",
        parameters: "\(up), maxPublishers: Subscribers.Demand, transform: @escaping (Upstream.Output) -> NewPublisher",
        condition: "NewPublisher.Failure == Upstream.Failure")
    ],
    "SwitchToLatest": [
      Form(
        like: "func switchToLatest", parameters: up, condition: "P == Upstream.Output, P.Failure == Upstream.Failure")
    ],
    "Concatenate": [
      Form(
        like: "func append<P", parameters: "prefix: Prefix, suffix: Suffix",
        condition: "Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output")
    ],
    "Catch": [
      Form(
        like: "func `catch`", parameters: "\(up), handler: @escaping (Upstream.Failure) -> NewPublisher",
        condition: "Upstream.Output == NewPublisher.Output")
    ],
    "TryCatch": [
      Form(
        like: "func tryCatch", parameters: "\(up), handler: @escaping (Upstream.Failure) throws -> NewPublisher",
        condition: "Upstream.Output == NewPublisher.Output")
    ],
    "Retry": [Form(like: "func retry", parameters: "\(up), retries: Int?")],
    "AssertNoFailure": [
      Form(like: "func assertNoFailure", parameters: "\(up), prefix: String, file: String, line: UInt")
    ],
    "Share": [Form(like: "func share", parameters: up)],
    "Multicast": [
      Form(
        like: "func multicast<S: Subject>(_", parameters: "\(up), createSubject: @escaping () -> SubjectType",
        condition: "Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output")
    ],
    "MakeConnectable": [
      Form(like: "func makeConnectable", parameters: up, condition: "Upstream.Failure == Never")
    ],
    "Buffer": [
      Form(
        like: "func buffer",
        parameters: "\(up), size: Int, prefetch: Publishers.PrefetchStrategy, "
          + "whenFull: Publishers.BufferingStrategy<Upstream.Failure>")
    ],
    "Print": [Form(like: "func print", parameters: "\(up), prefix: String, to stream: (any TextOutputStream)? = nil")],
    "HandleEvents": [
      Form(
        like: "func handleEvents",
        parameters: """
          \(up), receiveSubscription: ((any Subscription) -> Void)? = nil,
          receiveOutput: ((Upstream.Output) -> Void)? = nil,
          receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)? = nil,
          receiveCancel: (() -> Void)? = nil, receiveRequest: ((Subscribers.Demand) -> Void)?
          """)
    ],
    "ReceiveOn": [Form(like: "func receive<S: Scheduler>", parameters: "\(up), scheduler: Context, \(options)")],
    "SubscribeOn": [Form(like: "func subscribe<S: Scheduler>", parameters: "\(up), scheduler: Context, \(options)")],
    "Delay": [
      Form(
        like: "func delay",
        parameters: "\(up), interval: \(stride), tolerance: \(stride), scheduler: Context, \(options)")
    ],
    "Debounce": [
      Form(like: "func debounce", parameters: "\(up), dueTime: \(stride), scheduler: Context, \(options)")
    ],
    "Throttle": [
      Form(like: "func throttle", parameters: "\(up), interval: \(stride), scheduler: Context, latest: Bool")
    ],
    "Timeout": [
      Form(
        like: "func timeout",
        parameters: "\(up), interval: \(stride), scheduler: Context, \(options), "
          + "customError: (() -> Upstream.Failure)? = nil")
    ],
    "MeasureInterval": [Form(like: "func measureInterval", parameters: "\(up), scheduler: Context")],
  ]
}

extension NativeCall {
  /// The same call without the type of its receiver: what an operator does for publishers in general.
  fileprivate var general: NativeCall {
    NativeCall(machine: machine, arguments: arguments, site: site.general)
  }
}
