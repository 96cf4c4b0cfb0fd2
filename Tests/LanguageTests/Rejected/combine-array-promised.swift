// One value is produced where a list is promised.
import Combine
import Foundation

struct Store: Decodable {
  var name: String
}
func stores() -> AnyPublisher<[Store], Never> {
  return Just(Data())
    .map { _ in Store(name: "one") }  // error: cannot convert value of type 'Store' to closure result type '[Store]'
    .eraseToAnyPublisher()
}
