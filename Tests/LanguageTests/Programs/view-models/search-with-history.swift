// A search field: trimmed, not empty, not repeated; a history of what was searched.
import Combine
import Foundation

final class SearchViewModel: ObservableObject {
  @Published var query = ""
  @Published private(set) var results: [String] = []
  @Published private(set) var history: [String] = []
  private let all = ["Dune", "Emma", "Ulysses", "Dracula"]
  private var cancellables = Set<AnyCancellable>()
  init() {
    let terms =
      $query
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .removeDuplicates()
      .filter { !$0.isEmpty }
      .share()
    terms
      .map { [all] term in all.filter { $0.lowercased().contains(term.lowercased()) } }
      .assign(to: &$results)
    terms
      .sink { [weak self] in self?.history.append($0) }
      .store(in: &cancellables)
  }
}
let model = SearchViewModel()
for text in ["", "d", " d", "du", "zz", "E"] {
  model.query = text
  print("'\(text)'", model.results)
}
print(model.history)
