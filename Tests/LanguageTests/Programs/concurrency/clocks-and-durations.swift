// ContinuousClock: measuring, differences of instants, and the arithmetic of durations.
let clock = ContinuousClock()
let elapsed = clock.measure {
  _ = (1...100).reduce(0, +)
}
print(elapsed >= .zero, elapsed < .seconds(10))
let start = ContinuousClock.now
let other = clock.now
print(other >= start, start.duration(to: other) >= .zero, other - start < .seconds(10))
let measured = await clock.measure { await Task.yield() }
print(measured > .seconds(-1))
print(Duration.seconds(7) / 2, Duration.seconds(0.25) + .seconds(0.5), Duration.milliseconds(20) * 3)
print(start.advanced(by: .seconds(5)) - start, Duration.seconds(1.5) == .milliseconds(1500))
print(Duration.seconds(3661).formatted2, Duration.microseconds(1500))
extension Duration {
  var formatted2: String { "\(components.seconds / 3600) h \(components.seconds % 3600 / 60) min" }
}
