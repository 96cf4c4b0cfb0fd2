// The erased publisher has another output than the result says.
// swift-format-ignore-file
import Combine

func lengths(_ name: String) -> AnyPublisher<String, Never> {
  Just(name).map(\.count).eraseToAnyPublisher()  // error: cannot convert value of type 'KeyPath<String, Int>' to expected argument type 'KeyPath<String, String>'
}
