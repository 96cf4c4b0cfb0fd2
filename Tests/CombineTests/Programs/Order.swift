// In which order things happen: one keystroke with two consequences, and work on another queue.

import Combine
import Foundation

let diamond = Program(
  "one keystroke, two results",
  prints: """
    a: empty false, match false
    a: empty false, match true
    settled: empty false, match true
    """
) { print in
  final class Form: ObservableObject {
    @Published var password = ""
    @Published var confirmation = "a"
  }

  let form = Form()
  // Both sides derive from the password, in subscription order: the first result mixes new and old.
  let both = form.$password.map(\.isEmpty)
    .combineLatest(form.$password.combineLatest(form.$confirmation, ==))
    .dropFirst()
  let each = both.sink { print("a: empty \($0), match \($1)") }
  var last: (Bool, Bool)?
  let settled = both.sink { last = $0 }
  form.password = "a"
  if let last { print("settled: empty \(last.0), match \(last.1)") }
  withExtendedLifetime((each, settled)) {}
}

let backgroundWork = Program(
  "subscribe on a background queue",
  prints: """
    begin
    end
    start on background
    subscription on background
    request on background
    output on background
    map on background
    sink on receiving
    completion on receiving
    """
) { print in
  let key = DispatchSpecificKey<String>()
  let background = DispatchQueue(label: "background")
  let receiving = DispatchQueue(label: "receiving")
  background.setSpecific(key: key, value: "background")
  receiving.setSpecific(key: key, value: "receiving")
  func place() -> String { DispatchQueue.getSpecific(key: key) ?? "somewhere" }

  print("begin")
  background.suspend()
  var cancellable: AnyCancellable?
  let done = DispatchGroup()
  done.enter()
  cancellable = Deferred {
    Future<Int, Never> {
      print("start on", place())
      $0(.success(1))
    }
  }
  .handleEvents(
    receiveSubscription: { _ in print("subscription on", place()) },
    receiveOutput: { _ in print("output on", place()) },
    receiveRequest: { _ in print("request on", place()) }
  )
  .subscribe(on: background)
  .map { value -> Int in
    print("map on", place())
    return value
  }
  .receive(on: receiving)
  .sink { _ in
    print("completion on", place())
    done.leave()
  } receiveValue: { _ in
    print("sink on", place())
  }
  print("end")
  background.resume()
  await withCheckedContinuation { continuation in done.notify(queue: .global()) { continuation.resume() } }
  withExtendedLifetime(cancellable) {}
}

let focusRows = Program(
  "an empty row goes when the focus leaves it",
  prints: """
    ["milk", ""]
    ["milk"]
    ["milk", "", "eggs"]
    ["milk", "eggs"]
    """
) { print in
  struct Row: Identifiable, Equatable {
    let id: Int
    var text: String
  }

  final class Shopping: ObservableObject {
    @Published var rows = [Row(id: 0, text: "milk")]
    @Published var focus: Int?
    private var cancellables = Set<AnyCancellable>()
    private var next = 1

    init() {
      // The row is looked up when it is due, by its identity: rows may have come and gone meanwhile.
      $focus.removeDuplicates()
        .scan((Int?.none, Int?.none)) { ($0.1, $1) }
        .compactMap { $0.0 }
        .receive(on: ImmediateScheduler.shared)
        .sink { [weak self] left in self?.rows.removeAll { $0.id == left && $0.text.isEmpty } }
        .store(in: &cancellables)
    }

    func new() {
      // Enter on an empty row makes no second one.
      if let row = rows.first(where: { $0.id == focus }), row.text.isEmpty { return focus = nil }
      let index = rows.firstIndex { $0.id == focus }.map { $0 + 1 } ?? rows.count
      rows.insert(Row(id: next, text: ""), at: index)
      focus = next
      next += 1
    }
  }

  let list = Shopping()
  list.new()
  print(list.rows.map(\.text))
  list.new()
  print(list.rows.map(\.text))
  list.rows.append(Row(id: 99, text: "eggs"))
  list.focus = 0
  list.new()
  print(list.rows.map(\.text))
  list.focus = 99
  print(list.rows.map(\.text))
}
