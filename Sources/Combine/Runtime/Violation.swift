// Traps for a broken contract. They are the caller's bugs, not run-time conditions, so they stop the program with what
// happened, why it is wrong and what to do.

/// Stops the program. `problem` says what was seen, `remedy` what to do about it.
@inline(never)
@usableFromInline
func violation(_ problem: String, remedy: String) -> Never {
  fatalError("Combine: \(problem). \(remedy).")
}

/// Where a request for nothing is a bug of the subscriber (Reactive Streams 3.9).
@inlinable
func requirePositive(_ demand: Subscribers.Demand, _ operatorName: @autoclosure () -> String) {
  if demand == .none {
    violation("\(operatorName()) was asked for .none", remedy: "Call request(_:) only with a demand above zero")
  }
}

@inline(never)
@usableFromInline
func violationBeforeSubscription(_ event: String, _ operatorName: String) -> Never {
  violation(
    "\(operatorName) got a \(event) before a subscription",
    remedy: "A publisher must call receive(subscription:) first, and a subscriber must wait for it")
}
