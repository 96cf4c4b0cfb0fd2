// eraseToAnyPublisher is forgotten.
// swift-format-ignore-file
import Combine

func load() -> AnyPublisher<Int, Never> {
  return Just(1)  // error: cannot convert return expression of type 'Just<Int>' to return type 'AnyPublisher<Int, Never>'
}
