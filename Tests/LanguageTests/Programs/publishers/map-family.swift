// map with a closure, a key path, several key paths, a function, an operator; tryMap; mapError; replaceNil; setFailureType.
import Combine

struct Book {
  var title: String
  var pages: Int
  var author: Author
  struct Author { var name: String }
}
enum ParseError: Error { case notANumber(String) }
let books = [
  Book(title: "Dune", pages: 412, author: .init(name: "Frank")),
  Book(title: "Emma", pages: 474, author: .init(name: "Jane")),
]
_ = books.publisher.map { $0.title.uppercased() }.sink { print($0) }
_ = books.publisher.map(\.author.name).sink { print($0) }
_ = books.publisher.map(\.title, \.pages).sink { title, pages in print(title, pages) }
_ = books.publisher.map(\.title, \.pages, \.author.name).sink { print($0.0, $0.1, $0.2) }
_ = [1, 2].publisher.map(String.init).sink { print($0 + "!") }
_ = [(1, 1), (1, 2)].publisher.map(==).sink { print($0) }
_ = ["1", "2", "x", "4"].publisher
  .tryMap { text -> Int in
    guard let number = Int(text) else { throw ParseError.notANumber(text) }
    return number
  }
  .sink {
    print($0)
  } receiveValue: {
    print($0)
  }
struct Wrapped: Error { let inner: any Error }
_ = Fail<Int, ParseError>(error: .notANumber("q"))
  .mapError { Wrapped(inner: $0) }
  .sink {
    print($0)
  } receiveValue: {
    print($0)
  }
_ = [1, nil, 3].publisher.replaceNil(with: 0).sink { print($0, terminator: " ") }
_ = [1, nil, 3].publisher.map { $0 ?? -1 }.sink { print($0, terminator: " ") }
print()
_ = Just(1).setFailureType(to: ParseError.self).map { $0 + 1 }.sink {
  print($0)
} receiveValue: {
  print($0)
}
_ = Just(7).map { number -> String in
  let doubled = number * 2
  return "doubled: \(doubled)"
}.sink { print($0) }
