/// The types inside `Publishers`: what operators give, spelled out. Values of all of them are `PublisherObject`s.
internal import Combine

extension CombineLibrary {
  static let sameTypes = "typealias Output = Upstream.Output; typealias Failure = Upstream.Failure"

  static func publisherTypes() -> [String: Table] {
    var types: [String: Table] = [:]
    func add(_ name: String, _ header: @escaping @autoclosure @Sendable () -> String) {
      types["Publishers." + name] = { LibraryType("struct \(header())", members(name)) }
    }
    // The same values and failures.
    for name in [
      "Filter", "RemoveDuplicates", "ReplaceEmpty", "First", "FirstWhere", "Last", "LastWhere", "Output", "PrefixWhile",
      "Drop", "DropWhile", "Print", "HandleEvents", "Breakpoint", "Share", "Autoconnect", "Retry", "Comparison",
      "Buffer",
    ] {
      add(name, "\(name)<Upstream: Publisher>: Publisher { \(sameTypes) }")
    }
    // The same values; their closures may throw anything.
    for name in [
      "TryFilter", "TryRemoveDuplicates", "TryFirstWhere", "TryLastWhere", "TryPrefixWhile", "TryDropWhile",
      "TryComparison",
    ] {
      add(name, "\(name)<Upstream: Publisher>: Publisher { typealias Output = Upstream.Output; \(anyFailure) }")
    }
    // The same values on somebody's turn.
    for name in ["ReceiveOn", "SubscribeOn", "Delay", "Debounce", "Throttle", "Timeout"] {
      add(name, "\(name)<Upstream: Publisher, Context: Scheduler>: Publisher { \(sameTypes) }")
    }
    // Other values, the same failures.
    for (name, output) in [
      ("Collect", "[Upstream.Output]"), ("CollectByCount", "[Upstream.Output]"), ("IgnoreOutput", "Never"),
      ("Count", "Int"), ("Contains", "Bool"), ("ContainsWhere", "Bool"), ("AllSatisfy", "Bool"),
    ] {
      add(
        name,
        "\(name)<Upstream: Publisher>: Publisher { typealias Output = \(output); typealias Failure = Upstream.Failure }"
      )
    }
    for name in ["TryContainsWhere", "TryAllSatisfy"] {
      add(name, "\(name)<Upstream: Publisher>: Publisher { typealias Output = Bool; \(anyFailure) }")
    }
    for name in ["Map", "CompactMap", "Scan", "Reduce"] {
      add(name, "\(name)<Upstream: Publisher, Output>: Publisher { typealias Failure = Upstream.Failure }")
    }
    for name in ["TryMap", "TryCompactMap", "TryScan", "TryReduce"] {
      add(name, "\(name)<Upstream: Publisher, Output>: Publisher { \(anyFailure) }")
    }
    add("MapKeyPath", "MapKeyPath<Upstream: Publisher, Output>: Publisher { typealias Failure = Upstream.Failure }")
    add(
      "MapKeyPath2",
      "MapKeyPath2<Upstream: Publisher, O0, O1>: Publisher "
        + "{ typealias Output = (O0, O1); typealias Failure = Upstream.Failure }")
    add(
      "MapKeyPath3",
      "MapKeyPath3<Upstream: Publisher, O0, O1, O2>: Publisher "
        + "{ typealias Output = (O0, O1, O2); typealias Failure = Upstream.Failure }")
    for name in ["MapError", "SetFailureType"] {
      add(name, "\(name)<Upstream: Publisher, Failure: Error>: Publisher { typealias Output = Upstream.Output }")
    }
    for name in ["ReplaceError", "AssertNoFailure"] {
      add(
        name,
        "\(name)<Upstream: Publisher>: Publisher { typealias Output = Upstream.Output; typealias Failure = Never }")
    }
    types.merge(manyTypes()) { first, _ in first }
    types.merge(bufferTypes()) { first, _ in first }
    types.merge(codingTypes()) { first, _ in first }
    return types
  }

  /// The initialisers, and what it was made from.
  private static func members(_ name: String) -> [LibraryEntry] {
    let initialisers = spelledInitialisers(name)
    guard initialisers.contains(where: { $0.signature.hasPrefix("init(upstream: Upstream") }) else {
      return initialisers
    }
    return initialisers + [
      contextual("var upstream: Upstream { get }") { call throws(Abort) in
        guard let source = try call.publisher(0).source else { throw .trap("its upstream is not known here") }
        return .native(source)
      }
    ]
  }

  private static let anyFailure = "typealias Failure = any Error"

  /// Types of several publishers, and those that can be connected.
  private static func manyTypes() -> [String: Table] {
    let headers: [(String, String)] = [
      (
        "PrefixUntilOutput",
        "struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher { \(sameTypes) }"
      ),
      ("DropUntilOutput", "struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher { \(sameTypes) }"),
      (
        "FlatMap",
        "struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher "
          + "where NewPublisher.Failure == Upstream.Failure "
          + "{ typealias Output = NewPublisher.Output; typealias Failure = Upstream.Failure }"
      ),
      (
        "SwitchToLatest",
        "struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher where P.Failure == Upstream.Failure "
          + "{ typealias Output = P.Output; typealias Failure = P.Failure }"
      ),
      (
        "Catch",
        "struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher "
          + "{ typealias Output = Upstream.Output; typealias Failure = NewPublisher.Failure }"
      ),
      (
        "TryCatch",
        "struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher "
          + "{ typealias Output = Upstream.Output; \(anyFailure) }"
      ),
      (
        "Concatenate",
        "struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher "
          + "{ typealias Output = Suffix.Output; typealias Failure = Suffix.Failure }"
      ),
      (
        "Multicast",
        "final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher { \(sameTypes) }"
      ),
      ("MakeConnectable", "struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher { \(sameTypes) }"),
      (
        "MeasureInterval",
        "struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher "
          + "{ typealias Output = Context.SchedulerTimeType.Stride; typealias Failure = Upstream.Failure }"
      ),
      (
        "CollectByTime",
        "struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher "
          + "{ typealias Output = [Upstream.Output]; typealias Failure = Upstream.Failure }"
      ),
      (
        "TimeGroupingStrategy",
        """
        enum TimeGroupingStrategy<Context: Scheduler> {
          case byTime(Context, Context.SchedulerTimeType.Stride)
          case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
        }
        """
      ),
    ]
    var types: [String: Table] = [:]
    for (name, header) in headers { types["Publishers." + name] = { LibraryType(header, members(name)) } }
    return types
  }
}
