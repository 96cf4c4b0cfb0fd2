import Foundation
import Combine

// Clean architecture with use cases
struct Movie: Codable, Identifiable, Hashable, CustomDebugStringConvertible {
  let id: Int
  let title: String
  let voteAverage: Double?
  let releaseDate: Date?
  let genreIds: [Int]
  let posterPath: String?
  var posterURL: URL? { posterPath.flatMap { URL(string: "https://image.example.org/w500\($0)") } }
  var year: String { releaseDate.map { String(Calendar(identifier: .gregorian).component(.year, from: $0)) } ?? "TBA" }
  var debugDescription: String { "<\(title) (\(year))>" }
}
struct Paged<T: Codable>: Codable { var page: Int; var results: [T]; var totalPages: Int }
enum Section: Int, CaseIterable, Identifiable {
  case popular, topRated, upcoming
  var id: Self { self }
  var path: String {
    switch self {
    case .popular: return "popular";
    case .topRated: return "top_rated";
    case .upcoming: return "upcoming"
    }
  }
}
protocol MovieRepository { func movies(in section: Section, page: Int) -> AnyPublisher<Paged<Movie>, Error> }
struct FixtureRepository: MovieRepository {
  static let decoder: JSONDecoder = {
    let d = JSONDecoder()
    d.keyDecodingStrategy = .convertFromSnakeCase
    d.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      let f = DateFormatter(); f.dateFormat = "yyyy-MM-dd"; f.timeZone = TimeZone(identifier: "UTC");
      f.locale = Locale(identifier: "en_US_POSIX")
      guard let date = f.date(from: text) else {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "Bad date \(text)"))
      }
      return date
    }
    return d
  }()
  func movies(in section: Section, page: Int) -> AnyPublisher<Paged<Movie>, Error> {
    let date = section == .upcoming ? "soon" : "1999-0\(section.rawValue + 1)-15"
    let json = """
      {"page": \(page), "total_pages": 2, "results": [
        {"id": \(page * 100 + section.rawValue), "title": "\(section.path.capitalized) \(page)", "vote_average": \(Double(page) + 6.5), "release_date": "\(date)", "genre_ids": [1, 2], "poster_path": "/p\(page).jpg"},
        {"id": \(page * 100 + 50), "title": "Extra", "genre_ids": []}
      ]}
      """
    return Just(Data(json.utf8)).setFailureType(to: Error.self).decode(type: Paged<Movie>.self, decoder: Self.decoder)
      .eraseToAnyPublisher()
  }
}
final class HomeViewModel: ObservableObject {
  @Published private(set) var sections: [Section: [Movie]] = [:]
  @Published private(set) var errors: [Section: String] = [:]
  @Published var searchText = ""
  @Published private(set) var favourites: Set<Movie.ID> = []
  private(set) var pages: [Section: (current: Int, total: Int)] = [:]
  private let repository: MovieRepository
  private var bag = Set<AnyCancellable>()
  init(_ repository: MovieRepository = FixtureRepository()) { self.repository = repository }
  func load(_ section: Section) {
    let next = (pages[section]?.current ?? 0) + 1
    guard next <= pages[section]?.total ?? .max else { return }
    repository.movies(in: section, page: next)
      .handleEvents(receiveOutput: { [weak self] in self?.pages[section] = ($0.page, $0.totalPages) })
      .map(\.results)
      .sink { [weak self] in
        guard case let .failure(error) = $0 else { return }
        switch error {
        case let DecodingError.dataCorrupted(context):
          self?.errors[section] =
            context.debugDescription + " at "
            + context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        default: self?.errors[section] = error.localizedDescription
        }
      } receiveValue: { [weak self] in
        self?.sections[section, default: []] += $0
      }
      .store(in: &bag)
  }
  var results: AnyPublisher<[Movie], Never> {
    $searchText.combineLatest($sections)
      .map { text, sections in
        sections.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap(\.value)
          .filter { text.isEmpty || $0.title.range(of: text, options: .caseInsensitive) != nil }
      }
      .map { Array(NSOrderedSetLike($0).items) }
      .eraseToAnyPublisher()
  }
  func toggle(_ id: Movie.ID) { if favourites.contains(id) { favourites.remove(id) } else { favourites.insert(id) } }
}
struct NSOrderedSetLike<T: Hashable> {
  private(set) var items: [T] = [];
  init(_ s: some Sequence<T>) { var seen = Set<T>(); items = s.filter { seen.insert($0).inserted } }
}
let vm = HomeViewModel()
Section.allCases.forEach(vm.load)
vm.load(.popular); vm.load(.popular)
print(vm.sections[.popular]!.map(\.id), vm.sections[.topRated]?.count ?? 0, vm.errors)
var latest: [Movie] = []
let c = vm.results.sink { latest = $0 }
vm.searchText = "EXTRA"
print(latest)
vm.searchText = "top"
print(latest, latest.first?.posterURL?.absoluteString ?? "-", latest.compactMap(\.voteAverage))
vm.toggle(100); vm.toggle(200); vm.toggle(100)
print(vm.favourites, vm.pages[.popular]!.current, vm.pages[.upcoming] == nil)
