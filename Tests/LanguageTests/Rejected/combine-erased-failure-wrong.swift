// The erased publisher fails with something else than the result says.
// swift-format-ignore-file
import Combine

enum LoadError: Error { case offline }
func load() -> AnyPublisher<Int, Never> {
  Fail<Int, LoadError>(error: .offline).eraseToAnyPublisher()  // error: cannot convert return expression of type 'AnyPublisher<Int, LoadError>' to return type 'AnyPublisher<Int, Never>'
}
