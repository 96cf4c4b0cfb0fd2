// A generic method speaks of an associated type of its parameter, in its body and as what a protocol asks for.
import Combine
import Foundation

protocol Endpoint {
  associatedtype Answer: Decodable
  associatedtype Key: Hashable = String
  var body: String { get }
}

protocol Service {
  func load<E>(_ endpoint: E) -> AnyPublisher<E.Answer, Error> where E: Endpoint
  func answers<E: Endpoint>(of endpoints: [E]) throws -> [E.Answer]
}

struct Numbers: Endpoint {
  typealias Answer = [Int]
  let body = "[1, 2]"
}

final class LocalService: Service {
  func load<E>(_ endpoint: E) -> AnyPublisher<E.Answer, Error> where E: Endpoint {
    Just(Data(endpoint.body.utf8)).decode(type: E.Answer.self, decoder: JSONDecoder()).eraseToAnyPublisher()
  }
  func answers<E: Endpoint>(of endpoints: [E]) throws -> [E.Answer] {
    print(E.Answer.self, E.Key.self)
    return try endpoints.map { try JSONDecoder().decode(E.Answer.self, from: Data($0.body.utf8)) }
  }
}

let service: any Service = LocalService()
let token = service.load(Numbers()).sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
print(try service.answers(of: [Numbers(), Numbers()]))
