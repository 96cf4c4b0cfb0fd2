// The first search of a beginner: assign(to:on:) with self and a stored token.
import Combine

class CitiesViewModel: ObservableObject {
  private let allCities = ["Hamburg", "London", "San Francisco", "New York", "Boulder", "Sydney"]
  @Published var searchTerm = ""
  @Published var cities: [String] = []
  private var cancellables = Set<AnyCancellable>()
  init() {
    $searchTerm
      .map { term in
        self.allCities.filter { term.isEmpty ? true : $0.contains(term) }
      }
      .assign(to: \.cities, on: self)
      .store(in: &cancellables)
  }
}
let model = CitiesViewModel()
print(model.cities.count)
for term in ["o", "on", "ond", "H", "h", ""] {
  model.searchTerm = term
  print(term, model.cities)
}
