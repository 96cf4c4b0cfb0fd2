// What a publisher is made of, for pictures and failure messages.

public import Combine
internal import Synchronization

/// The publishers behind a publisher, from its end up to its sources.
///
/// Nothing in a publisher's type tells what is behind an `AnyPublisher`, or what a closure returned. So the chain is
/// subscribed to, while an onlooker (`_Introspection`) learns who subscribes to whom, and cancelled again. Nothing is asked
/// for: nothing runs but what runs at each subscription anyway, such as the closure of `Deferred`, and what operators ask
/// for before they are asked themselves, such as `flatMap`. What subscribes later, on a scheduler or when a value comes, is
/// not part of the picture.
///
/// ```swift
/// print(Chain(of: model.$name.removeDuplicates().combineLatest(numbers.map { $0 + 1 })))
/// // CombineLatest
/// // ├ RemoveDuplicates
/// // │ └ Published.Publisher
/// // └ Map
/// //   └ PassthroughSubject
/// ```
public struct Chain: Equatable, Sendable {
  /// The publisher's type, without what is between angle brackets.
  public let name: String
  /// What it subscribes to, in that order.
  public let upstreams: [Chain]

  /// A chain that is written out, to compare with.
  public init(_ name: String, _ upstreams: [Chain] = []) {
    self.name = name
    self.upstreams = upstreams
  }

  /// The chain behind `publisher`.
  public init(of publisher: some Publisher) {
    let onlooker = ChainOnlooker()
    onlooker.enable()
    var subscription: (any Subscription)?
    ChainOnlooker.$current.withValue(onlooker) {
      publisher.subscribe(AnySubscriber(receiveSubscription: { subscription = $0 }))
    }
    onlooker.disable()
    subscription?.cancel()
    self = onlooker.chain ?? Chain(typeName(of: publisher))
  }
}

extension Chain: CustomStringConvertible {
  /// A tree, one publisher a line.
  public var description: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    [name]
      + upstreams.enumerated().flatMap { index, upstream in
        let isLast = index == upstreams.count - 1
        return upstream.lines.enumerated().map { line, text in
          line == 0 ? (isLast ? "└ " : "├ ") + text : (isLast ? "  " : "│ ") + text
        }
      }
  }
}

/// `Combine.Published<Swift.Int>.Publisher` is `Published.Publisher`, and `Combine.Publishers.Map<…>` is `Map`.
private func typeName<P: Publisher>(of publisher: P) -> String {
  var depth = 0
  var name = ""
  var previous: Character = " "
  for character in String(reflecting: P.self) {
    if character == "<" { depth += 1 }
    if depth == 0 { name.append(character) }
    // Not the end of an arrow.
    if character == ">", previous != "-" { depth -= 1 }
    previous = character
  }
  // Without the module, and without where a local type was declared.
  let parts = name.split(separator: ".").dropFirst().filter { $0 != "Publishers" && !$0.hasPrefix("(") }
  return parts.joined(separator: ".")
}

/// Learns the chain from which publisher is subscribed to while another is. It hears what other threads do, too, and
/// does not listen.
private final class ChainOnlooker: _Introspection, Sendable {
  @TaskLocal static var current: ChainOnlooker?

  private struct Open {
    let name: String
    var upstreams: [Chain] = []
  }

  private struct State {
    var open: [Open] = []
    var chain: Chain?
  }

  private let state = Mutex(State())

  var chain: Chain? { state.withLock { $0.chain } }

  func willReceive<Upstream: Publisher, Downstream: Subscriber>(publisher: Upstream, subscriber: Downstream)
  where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    guard Self.current === self else { return }
    let name = typeName(of: publisher)
    state.withLock { $0.open.append(Open(name: name)) }
  }

  func didReceive<Upstream: Publisher, Downstream: Subscriber>(publisher: Upstream, subscriber: Downstream)
  where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    guard Self.current === self else { return }
    state.withLock { state in
      guard let closed = state.open.popLast() else { return }
      let finished = Chain(closed.name, closed.upstreams)
      if let last = state.open.indices.last {
        state.open[last].upstreams.append(finished)
      } else {
        state.chain = finished
      }
    }
  }
}
