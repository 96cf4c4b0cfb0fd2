// A decoder that is a parameter, and closures that are never called.
import Combine
import Foundation

struct Book: Codable, Equatable { var title: String }
func load<Value: Decodable, Decoder: TopLevelDecoder>(
  _ data: Data, _ decoder: Decoder
) throws -> Value where Decoder.Input == Data { try decoder.decode(Value.self, from: data) }
let book: Book = try load(Data(#"{"title": "Emma"}"#.utf8), JSONDecoder())
print(book)

struct Lines: TopLevelDecoder {
  func decode<T: Decodable>(_ type: T.Type, from: String) throws -> T {
    try JSONDecoder().decode(type, from: Data(("[" + from.split(separator: "\n").joined(separator: ",") + "]").utf8))
  }
}
func numbers<D: TopLevelDecoder>(_ decoder: D, _ input: D.Input) throws -> [Int] {
  try decoder.decode([Int].self, from: input)
}
print(try numbers(Lines(), "1\n2"))
let decoded = Just("3\n4").tryMap { try Lines().decode([Int].self, from: $0) }.sink { _ in
} receiveValue: {
  print($0)
}

extension Publisher {
  func ignoreOutput<NewOutput>(
    setOutputType _: NewOutput.Type
  ) -> Publishers.Map<Publishers.IgnoreOutput<Self>, NewOutput> { ignoreOutput().map { _ -> NewOutput in } }
}
let ignored = [1, 2].publisher.ignoreOutput(setOutputType: String.self)
  .sink {
    print($0)
  } receiveValue: {
    print("never", $0)
  }
func absurd(_ never: Never) -> Int {}
print(absurd as Any is (Never) -> Int)
