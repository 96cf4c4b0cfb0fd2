// Two lists filtered by one input, favourites that grow, a placeholder when nothing matches.
import Combine

class LibraryViewModel: ObservableObject {
  @Published var searchText = ""
  @Published var tips: [String] = ["Swift", "Combine", "asynchronous"]
  @Published var favorites: [String] = ["partially"]
  @Published private(set) var filteredTips: [String] = []
  @Published private(set) var filteredFavorites: [String] = []
  @Published private(set) var placeholder: String?
  init() {
    $tips.combineLatest($searchText)
      .map { words, filter in words.filter { word in filter.isEmpty ? true : word.contains(filter) } }
      .assign(to: &$filteredTips)
    Publishers.CombineLatest($favorites, $searchText)
      .map { $0.0.filter { $0.isEmpty == false }.filter(LibraryViewModel.matches($0.1)) }
      .assign(to: &$filteredFavorites)
    $filteredTips.combineLatest($filteredFavorites)
      .map { $0.isEmpty && $1.isEmpty ? "(no result)" : nil }
      .assign(to: &$placeholder)
  }
  private static func matches(_ filter: String) -> (String) -> Bool {
    { filter.isEmpty || $0.contains(filter) }
  }
  func addFavorite(_ word: String) { favorites.append(word) }
}
let model = LibraryViewModel()
func show() { print(model.filteredTips, model.filteredFavorites, model.placeholder ?? "-") }
show()
model.searchText = "a"
show()
model.addFavorite("apple")
show()
model.searchText = "zzz"
show()
