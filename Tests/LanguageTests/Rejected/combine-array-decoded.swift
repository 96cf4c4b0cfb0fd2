// S123: one value is decoded where a list is promised: at the last operator of the chain.
// swift-format-ignore-file
import Combine
import Foundation

struct AppleStore: Decodable {
  var name: String
}
func stores(_ url: URL) -> AnyPublisher<[AppleStore], Error> {
  return URLSession.shared.dataTaskPublisher(for: url)
    .map { $0.data }
    .decode(type: AppleStore.self, decoder: JSONDecoder())
    .receive(on: RunLoop.main)
    .eraseToAnyPublisher()  // error: cannot convert return expression of type 'AnyPublisher<AppleStore, any Error>' to return type 'AnyPublisher<[AppleStore], any Error>'
}
