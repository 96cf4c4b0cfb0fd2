// A list model: searching, deleting, moving.

import Combine
import Foundation

let lists = Program(
  "lists",
  prints: """
    shown: Hitchhiker, Midnight Library, Once More
    shown: Midnight Library, Once More
    shown: Midnight Library, Once More, Moby Dick
    shown: Once More, Moby Dick
    shown: Moby Dick, Once More
    order: Hitchhiker, Moby Dick, Once More
    """
) { print in
  final class Library: ObservableObject {
    @Published var books = ["Hitchhiker", "Midnight Library", "Once More"]
    @Published var term = ""
    @Published private(set) var shown: [String] = []

    init() {
      $books.combineLatest($term) { books, term in
        term.isEmpty ? books : books.filter { $0.localizedCaseInsensitiveContains(term) }
      }
      .assign(to: &$shown)
    }
  }

  let library = Library()
  let cancellable = library.$shown.removeDuplicates().sink { print("shown:", $0.joined(separator: ", ")) }
  library.term = "m"
  library.books.append("Moby Dick")
  library.books.remove(atOffsets: [1])
  library.books.move(fromOffsets: [2], toOffset: 1)
  print("order:", library.books.joined(separator: ", "))
  withExtendedLifetime(cancellable) {}
}
