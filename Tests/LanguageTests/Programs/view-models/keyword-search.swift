// A keyword search that is debounced and sorts, preferences by section with a busy flag, one flight at a time.
import Combine
import Foundation

struct Article: Equatable, Comparable, Identifiable {
  var id: String { title }
  let title: String
  let score: Double
  static func < (a: Article, b: Article) -> Bool { (b.score, a.title) < (a.score, b.title) }
}
enum Section: String, CaseIterable, Codable {
  case tech, sport, art
  var name: String { rawValue.capitalized }
}
enum ServiceError: LocalizedError {
  case offline, unknown(code: Int)
  var errorDescription: String? {
    switch self {
    case .offline: "You are offline"
    case .unknown(let code): "Error \(code)"
    }
  }
}
protocol NewsService { func articles(for keyword: String) -> AnyPublisher<[Article], ServiceError> }
struct MockService: NewsService {
  let all: [Article]
  var isOffline = false
  func articles(for keyword: String) -> AnyPublisher<[Article], ServiceError> {
    guard !isOffline else { return Fail(error: .offline).eraseToAnyPublisher() }
    return Just(all.filter { $0.title.localizedCaseInsensitiveContains(keyword) })
      .setFailureType(to: ServiceError.self)
      .delay(for: .milliseconds(10), scheduler: DispatchQueue.main)
      .eraseToAnyPublisher()
  }
}
final class NewsModel: ObservableObject {
  @Published var keyword = ""
  @Published private(set) var articles: [Article] = []
  @Published private(set) var isLoading = false
  @Published private(set) var message: String?
  private(set) var requests = 0
  private var service: any NewsService
  init(service: any NewsService) {
    self.service = service
    $keyword
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .debounce(for: .milliseconds(30), scheduler: RunLoop.main)
      .removeDuplicates()
      .filter { !$0.isEmpty }
      .handleEvents(receiveOutput: { [unowned self] _ in
        requests += 1
        isLoading = true
      })
      .map { [unowned self] keyword in
        self.service.articles(for: keyword)
          .map { Result<[Article], ServiceError>.success($0) }
          .catch { Just(.failure($0)) }
      }
      .switchToLatest()
      .receive(on: DispatchQueue.main)
      .handleEvents(receiveOutput: { [unowned self] _ in isLoading = false })
      .sink { [unowned self] result in
        switch result {
        case .success(let found): (articles, message) = (found.sorted(), found.isEmpty ? "nothing found" : nil)
        case .failure(let error): message = error.localizedDescription
        }
      }
      .store(in: &tokens)
  }
  private var tokens: Set<AnyCancellable> = []
  func goOffline() { service = MockService(all: [], isOffline: true) }
}
let articles = [
  Article(title: "Swift news", score: 1), Article(title: "A swift bird", score: 3), Article(title: "Art", score: 2),
]
let model = NewsModel(service: MockService(all: articles))
for text in ["s", "sw", "swi ", " swi"] { model.keyword = text }
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.15))
print(model.requests, model.articles.map(\.title), model.isLoading, model.message ?? "-")
model.keyword = "xyz"
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.15))
print(model.requests, model.articles, model.message ?? "-")
model.goOffline()
model.keyword = "art"
RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.15))
print(model.requests, model.isLoading, model.message ?? "-")
let bySection: [Section: [Article]] = Dictionary(uniqueKeysWithValues: zip(Section.allCases, articles.map { [$0] }))
print(Section.allCases.map { "\($0.name): \(bySection[$0, default: []].map(\.title))" })
let merged = bySection.mapValues(\.count).sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key)=\($0.value)" }
print(merged, String(decoding: try JSONEncoder().encode(Section.allCases), as: UTF8.self))
