// The code of a `URLError` is a pattern for the error; `map` of a `Just` is a `Just`.
import Combine
import Foundation

func told(_ error: any Error) -> String {
  switch error {
  case URLError.timedOut: "too late"
  case URLError.badURL, URLError.unsupportedURL: "no address"
  default: "another"
  }
}
print(told(URLError(.timedOut)), told(URLError(.badURL)), told(URLError(.cancelled)), told(CancellationError()))
do { throw URLError(.cancelled) } catch URLError.timedOut { print("late") } catch URLError.cancelled {
  print("cancelled")
}
let failing = Fail<Int, any Error>(error: URLError(.timedOut)).sink { completion in
  if case .failure(URLError.timedOut) = completion { print("timed out") }
} receiveValue: { _ in
}

final class Names {
  var upper: Just<String> { Just("ada").map { $0.uppercased() } }
  func count(_ name: String) -> Just<Int> { Just(name).map(\.count) }
}
extension Just {
  func map<T>(_ path: KeyPath<Output, T>) -> Just<T> { Just<T>(output[keyPath: path]) }
}
print(Names().upper.output, Names().count("ada").output)
