// A protocol as the seam between a view model and its service; class-bound protocols and delegates.
protocol BookService {
  func fetch(_ query: String) throws -> [String]
}
struct OfflineError: Error {}
struct LiveService: BookService {
  func fetch(_ query: String) throws -> [String] { throw OfflineError() }
}
final class MockService: BookService {
  private(set) var queries: [String] = []
  func fetch(_ query: String) -> [String] {
    queries.append(query)
    return ["\(query) 1", "\(query) 2"]
  }
}
protocol SearchDelegate: AnyObject {
  func search(_ model: SearchModel, didFind count: Int)
  func searchDidFail(_ model: SearchModel)
}
final class SearchModel {
  let service: any BookService
  weak var delegate: (any SearchDelegate)?
  init(service: any BookService) { self.service = service }
  func search(_ query: String) {
    do {
      let books = try service.fetch(query)
      delegate?.search(self, didFind: books.count)
    } catch {
      delegate?.searchDidFail(self)
    }
  }
}
final class Screen: SearchDelegate {
  func search(_ model: SearchModel, didFind count: Int) { print("found \(count)") }
  func searchDidFail(_ model: SearchModel) { print("failed") }
  deinit { print("screen gone") }
}
let mock = MockService()
let model = SearchModel(service: mock)
model.search("unheard")
var screen: Screen? = Screen()
model.delegate = screen
model.search("swift")
print(mock.queries)
let live = SearchModel(service: LiveService())
live.delegate = screen
live.search("x")
screen = nil
print(model.delegate == nil)
