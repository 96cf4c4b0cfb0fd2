// Asynchronous code: what takes how long, what is cancelled, whose result counts.
import Combine
import Foundation

// S103: the sandwich, five ways: by their time.
func pause(_ seconds: Int) async { try? await Task.sleep(for: .seconds(seconds)) }
func toast() async -> String { await pause(5); return "toasted bread" }
func slice() async -> String { await pause(1); return "slices" }
var start = Date()
func elapsed() -> Int { Int((Date().timeIntervalSince(start)).rounded()) }
func oneAfterTheOther() async -> String {
  let bread = await toast()
  let slices = await slice()
  await pause(1)
  return "\(bread), \(slices)"
}
func atOnce() async -> String {
  async let bread = toast()
  async let slices = slice()
  return await "\(bread), \(slices)"
}
start = Date()
#expect(await oneAfterTheOther() == "toasted bread, slices")
#expect(elapsed() == 7)
start = Date()
#expect(await atOnce() == "toasted bread, slices")
#expect(elapsed() == 5)
start = Date()
sleep(5)
sleep(1)
sleep(1)
#expect(elapsed() == 7)
// With callbacks, as the page has it: it toasts three times, and says so too early.
var log: [String] = []
func toast(_ completion: @escaping () -> Void) {
  DispatchQueue.main.asyncAfter(deadline: .now() + 5) { completion() }
}
start = Date()
toast {
  log.append("before the bread is toasted")
  toast {
    toast {
      DispatchQueue.main.asyncAfter(deadline: .now() + 2) { log.append("done after \(elapsed())") }
    }
  }
}
log.append("The end.")
:clock 17s
#expect(log == ["The end.", "before the bread is toasted", "done after 17"])
log = []
start = Date()
let kitchen = DispatchQueue(label: "kitchen")
kitchen.async {
  sleep(5)
  sleep(1)
  sleep(1)
  log.append("done after \(elapsed())")
}
log.append("The end.")
:clock 0s
#expect(log == ["The end."])
:clock 7s
#expect(log == ["The end.", "done after 7"])

// S105: a random word, its details, a search on submit; the flag is true while it looks, and failing is silent.
@MainActor class Words: ObservableObject {
  struct Word: Codable { var word: String }
  @Published var current = "partially"
  @Published var isSearching = false
  @Published var definitions: [String]? = []
  @Published var term = ""
  func random() async {
    isSearching = true
    defer { isSearching = false }
    do {
      let (data, response) = try await URLSession.shared.data(from: URL(string: "https://words.test/random")!)
      guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
      current = try JSONDecoder().decode(Word.self, from: data).word
    } catch {
      current = "(no result)"
    }
  }
  func details() async {
    isSearching = true
    try? await Task.sleep(for: .seconds(1))
    definitions = try? await look(term)
    isSearching = false
  }
  func look(_ term: String) async throws -> [String] {
    let (data, _) = try await URLSession.shared.data(from: URL(string: "https://words.test/define/" + term)!)
    return try JSONDecoder().decode([String].self, from: data)
  }
}
let words = Words()
#expect(words.current == "partially")
:stub https://words.test/random {"word":"gravity"} after 300ms, 500
:stub https://words.test/define/* ["a force"] after 200ms
Task { await words.random() }
:clock 100ms
#expect(words.isSearching)
:clock 200ms
#expect(words.current == "gravity")
#expect(!words.isSearching)
await words.random()
#expect(words.current == "(no result)")
words.term = "grav"
words.term = "gravity"
:requests clear
start = Date()
Task { await words.details() }
:clock 1s
#expect(words.isSearching)
:requests 1
:clock 200ms
#expect(words.definitions == ["a force"])

// S106: two queries that overlap: the flag goes false in between, and the last answer wins, not the last question; a
// counter and a check of whose answer it is do better.
@MainActor class Overlapping: ObservableObject {
  @Published var isSearching = false
  @Published var found: String? = "old"
  @Published var running = 0
  @Published var newest = ""
  var flags: [Bool] = []
  var asked = 0
  func query(_ term: String, _ seconds: Int) async {
    isSearching = true
    flags.append(true)
    await pause(seconds)
    found = term.isEmpty ? nil : term
    isSearching = false
    flags.append(false)
  }
  func counted(_ term: String, _ seconds: Int) async {
    running += 1
    asked += 1
    let number = asked
    await pause(seconds)
    if number == asked { newest = term }
    running -= 1
  }
}
let overlapping = Overlapping()
Task { await overlapping.query("first", 3) }
Task { await overlapping.query("second", 1) }
Task { await overlapping.counted("first", 3) }
Task { await overlapping.counted("second", 1) }
:clock 1s
#expect(!overlapping.isSearching)
#expect(overlapping.running == 1)
:clock 2s
#expect(overlapping.flags == [true, true, false, false])
#expect(overlapping.found == "first")
#expect(overlapping.newest == "second")
#expect(overlapping.running == 0)

// S107: two lists filtered by one input; a favourite that is added shows if it matches; nothing found has a text.
class Tips: ObservableObject {
  @Published var filter = ""
  @Published var tips = ["Speak slowly", "Smile", "speak up"]
  @Published var favourites: [String] = []
  @Published var shownTips: [String] = []
  @Published var shownFavourites: [String] = []
  @Published var placeholder = ""
  init() {
    $tips.combineLatest($filter).map { list, term in term.isEmpty ? list : list.filter { $0.contains(term) } }
      .assign(to: &$shownTips)
    $favourites.combineLatest($filter).map { list, term in term.isEmpty ? list : list.filter { $0.contains(term) } }
      .assign(to: &$shownFavourites)
    $shownTips.combineLatest($shownFavourites).map { $0.isEmpty && $1.isEmpty ? "nothing found" : "" }
      .assign(to: &$placeholder)
  }
}
let tips = Tips()
tips.filter = "speak"
#expect(tips.shownTips == ["speak up"])
tips.favourites.append("Smile")
#expect(tips.shownFavourites == [])
tips.favourites.append("speak up")
#expect(tips.shownFavourites == ["speak up"])
tips.filter = "whisper"
#expect(tips.placeholder == "nothing found")

// S108: search by a pipeline: the newest term's answer only, the older request is cancelled; the empty term asks too.
class Search: ObservableObject {
  @Published var term = ""
  @Published var found: [String] = []
  @Published var isBusy = false
  init() {
    $term
      .debounce(for: 0.8, scheduler: DispatchQueue.main)
      .handleEvents(receiveOutput: { [unowned self] _ in isBusy = true })
      .map { term in
        URLSession.shared.dataTaskPublisher(for: URL(string: "https://books.test/search?q=" + term)!)
          .map(\.data).decode(type: [String].self, decoder: JSONDecoder()).replaceError(with: [])
      }
      .switchToLatest()
      .handleEvents(receiveOutput: { [unowned self] _ in isBusy = false })
      .assign(to: &$found)
  }
}
:requests clear
:stub https://books.test/* ["empty"], ["slow"] after 5s, ["fast"] after 1s
let search = Search()
:clock 1s
:requests 1
#expect(search.found == ["empty"])
search.term = "s"
:clock 1s
#expect(search.isBusy)
search.term = "sw"
:clock 1800ms
#expect(search.found == ["fast"])
#expect(!search.isBusy)
:clock 1h
#expect(search.found == ["fast"])
:requests 3

// S109: search by a task: blanks are cut off, nothing is looked for without a term, the older task is cancelled. A task
// that looks whether it was cancelled does not write over the newer one's result.
@MainActor class TaskSearch: ObservableObject {
  @Published var found: [String] = []
  @Published var isBusy = false
  private var task: Task<Void, Never>?
  func search(_ text: String) {
    let term = text.trimmingCharacters(in: .whitespaces)
    task?.cancel()
    guard !term.isEmpty else {
      found = []
      isBusy = false
      return
    }
    isBusy = true
    task = Task {
      let books = await fetch(term)
      if Task.isCancelled { return }
      found = books
      isBusy = false
    }
  }
  private func fetch(_ term: String) async -> [String] {
    var parts = URLComponents(string: "https://books.test/search")!
    parts.queryItems = [URLQueryItem(name: "q", value: term)]
    guard let data = try? await URLSession.shared.data(from: parts.url!).0 else { return [] }
    return (try? JSONDecoder().decode([String].self, from: data)) ?? []
  }
}
:requests clear
:stub https://books.test/search?q=swift ["Swift"] after 2s
:stub https://books.test/search?q=swi ["Swi"] after 9s
let tasks = TaskSearch()
tasks.search("   ")
#expect(!tasks.isBusy)
:requests 0
tasks.search(" swi")
:clock 1s
tasks.search(" swift ")
:clock 2s
#expect(tasks.found == ["Swift"])
#expect(!tasks.isBusy)
:clock 1h
#expect(tasks.found == ["Swift"])
:requests 2

// S110: asynchronous code in a pipeline by an operator of one's own. By flatMap an older slow answer replaces a newer
// one; with switchToLatest, and a task that is cancelled with its subscription, it does not.
extension Publisher where Failure == Never {
  func `await`<T>(_ transform: @escaping (Output) async -> T) -> AnyPublisher<T, Never> {
    flatMap { value in Future<T, Never> { promise in Task { promise(.success(await transform(value))) } } }
      .eraseToAnyPublisher()
  }
  func awaitLatest<T>(_ transform: @escaping (Output) async -> T) -> AnyPublisher<T, Never> {
    map { value -> AnyPublisher<T, Never> in
      let subject = PassthroughSubject<T, Never>()
      let task = Task {
        let result = await transform(value)
        if !Task.isCancelled { subject.send(result) }
      }
      return subject.handleEvents(receiveCancel: { task.cancel() }).eraseToAnyPublisher()
    }
    .switchToLatest()
    .eraseToAnyPublisher()
  }
}
log = []
class Bridge: ObservableObject {
  @Published var term = ""
  @Published var naive = ""
  @Published var latest = ""
  var tokens: Set<AnyCancellable> = []
  init() {
    func slow(_ term: String) async -> String {
      do { try await Task.sleep(for: .seconds(term.count == 1 ? 5 : 1)) } catch { log.append("gave up \(term)") }
      return term
    }
    $term.dropFirst().await { await slow($0) }.receive(on: DispatchQueue.main)
      .sink { [weak self] in self?.naive = $0 }.store(in: &tokens)
    $term.dropFirst().awaitLatest { await slow($0) }.receive(on: DispatchQueue.main)
      .sink { [weak self] in self?.latest = $0 }.store(in: &tokens)
  }
  deinit { log.append("Deinit") }
}
var bridge: Bridge? = Bridge()
bridge?.term = "a"
:clock 1s
bridge?.term = "ab"
:clock 10s
#expect(bridge?.naive == "a")
#expect(bridge?.latest == "ab")
#expect(log == ["gave up a"])
bridge = nil
#expect(log == ["gave up a", "Deinit"])

// S019: a fetch that swallows the error of its sleep writes although it was cancelled: at once, and that is remarked on.
@MainActor class Careless: ObservableObject {
  @Published var books: [String] = []
  @Published var fetching = false
  func fetch() async {
    fetching = true
    do { try await Task.sleep(nanoseconds: 2_000_000_000) } catch {}
    books = ["A", "B", "C", "D"]
    fetching = false
  }
}
let careless = Careless()
let visit = Task { await careless.fetch() }
:clock 1s
#expect(careless.fetching)
visit.cancel()
:clock 0s
#expect(careless.books.count == 4)
#expect(!careless.fetching)

// S018: tied to being watched, by the store's own means.
@MainActor class Visible: ObservableObject {
  @Published var books: [String] = []
  @Published var fetching = false
  func fetch() async {
    fetching = true
    defer { fetching = false }
    do { try await Task.sleep(for: .seconds(2)) } catch { return }
    books = ["A", "B", "C", "D"]
  }
}
let visible = Visible()
let appearing = visible.whileWatched { await visible.fetch() }
:clock 1h
#expect(!visible.fetching)
:watch visible.books
:clock 1s
#expect(visible.fetching)
:unwatch
:clock 10s
#expect(!visible.fetching)
#expect(visible.books == [])
:watch visible.books
:clock 2s
#expect(visible.books.count == 4)
#expect(!visible.fetching)

// S021: pull to refresh: two seconds, a book at the top, half a second, and only then it is done.
@MainActor class Shelf: ObservableObject {
  struct Book { var isbn: String; var pages: Int }
  @Published var books: [Book] = []
  func refresh() async {
    try? await Task.sleep(for: .seconds(2))
    books.insert(Book(isbn: "9781234567890", pages: Int.random(in: 42...999)), at: 0)
    try? await Task.sleep(for: .milliseconds(500))
  }
}
let shelf = Shelf()
start = Date()
await shelf.refresh()
#expect(Date().timeIntervalSince(start) > 2.4)
#expect(shelf.books.count == 1)
#expect((42...999).contains(shelf.books[0].pages))
