// A list with a selection: select all, toggle, what is selected as text.
import Combine

struct Song: Identifiable, Hashable { let id: Int; let title: String }
final class Library: ObservableObject {
  @Published var songs = (1...4).map { Song(id: $0, title: "song \($0)") }
  @Published var selection: Set<Song.ID> = []
  @Published private(set) var summary = ""
  init() {
    $selection.combineLatest($songs)
      .map { selection, songs in
        switch selection.count {
        case 0: "nothing"
        case songs.count: "all"
        case 1: songs.first { selection.contains($0.id) }?.title ?? "?"
        default: "\(selection.count) songs"
        }
      }
      .assign(to: &$summary)
  }
  func toggle(_ song: Song) {
    if selection.remove(song.id) == nil { selection.insert(song.id) }
  }
}
let library = Library()
print(library.summary)
library.toggle(library.songs[2])
print(library.summary)
library.toggle(library.songs[0])
print(library.summary)
library.selection = Set(library.songs.map(\.id))
print(library.summary)
library.songs.removeAll { $0.id > 2 }
print(library.summary, library.selection.count)
