// Articles by preference: a dictionary of results becomes sorted headlines with a favourite flag.
import Combine

struct Category: Hashable, Identifiable {
  let id: String
  var isFavorite = false
}
struct Headline: Comparable, CustomStringConvertible {
  let section: String
  let titles: [String]
  let isFavorite: Bool
  static func < (a: Self, b: Self) -> Bool {
    a.isFavorite == b.isFavorite ? a.section < b.section : a.isFavorite
  }
  var description: String { (isFavorite ? "★ " : "") + "\(section): " + titles.joined(separator: ", ") }
}
final class Preferences: ObservableObject {
  @Published var categories: Set<Category> = []
}
final class News: ObservableObject {
  @Published private(set) var headlines: [Headline] = []
  @Published private(set) var isLoading = false
  let answers = PassthroughSubject<[String: [String]], Never>()
  init(preferences: Preferences) {
    answers
      .handleEvents(
        receiveSubscription: { [weak self] _ in self?.isLoading = true },
        receiveOutput: { [weak self] _ in self?.isLoading = false }
      )
      .combineLatest(preferences.$categories)
      .map { answer, categories in
        answer
          .map { section, titles in
            Headline(
              section: section, titles: titles,
              isFavorite: categories.first { $0.id == section }?.isFavorite ?? false)
          }
          .sorted()
      }
      .assign(to: &$headlines)
  }
}
let preferences = Preferences()
let news = News(preferences: preferences)
print(news.isLoading, news.headlines)
news.answers.send(["world": ["Rain"], "arts": ["Opera", "Film"]])
print(news.isLoading, news.headlines)
preferences.categories.insert(Category(id: "world", isFavorite: true))
preferences.categories.insert(Category(id: "sports"))
print(news.headlines)
