// Forms: hooks and drafts, rules that are derived, and the password's rules.

import Combine
import Foundation

let dirtyForm = Program(
  "dirty flag",
  prints: """
    will change; the title is still Person
    * Person
    Save to disk
    Person
    * Person
    """
) { print in
  final class PersonForm: ObservableObject {
    @Published var firstName = "" { didSet { dirty = true } }
    @Published var lastName = "" { didSet { dirty = true } }
    @Published private(set) var dirty = false
    var title: String { dirty ? "* Person" : "Person" }

    func submit(_ print: Transcript) {
      guard dirty else { return }
      print("Save to disk")
      dirty = false
    }
  }

  let form = PersonForm()
  let changes = form.objectWillChange.prefix(1).sink { print("will change; the title is still \(form.title)") }
  form.firstName = "Ada"
  print(form.title)
  form.submit(print)
  form.submit(print)
  print(form.title)
  form.lastName = "Lovelace"
  print(form.title)
  withExtendedLifetime(changes) {}
}

let bookDraft = Program(
  "a draft of a book",
  prints: """
    valid 9781484285718
    invalid 9781484285719
    invalid empty
    cancelled: Combine
    saved: Combine, second edition
    the list changed 1 times
    """
) { print in
  struct Book: Equatable {
    var title: String
    var isbn: String
  }

  func isValid(_ isbn: String) -> Bool {
    let digits = isbn.compactMap(\.wholeNumberValue)
    guard digits.count == 13, digits.count == isbn.count else { return false }
    return digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) } % 10 == 0
  }

  final class Store: ObservableObject {
    @Published var books: [Book]
    init(_ books: [Book]) { self.books = books }
  }

  /// A copy that goes back only when it is saved.
  final class Draft: ObservableObject {
    @Published var book: Book
    @Published private(set) var isValid = false

    init(_ book: Book, isValid test: @escaping (String) -> Bool) {
      self.book = book
      $book.map { test($0.isbn) }.removeDuplicates().assign(to: &$isValid)
    }

    func save(to store: Store, at index: Int) { store.books[index] = book }
  }

  let store = Store([Book(title: "Combine", isbn: "9781484285718")])
  var changes = 0
  let counting = store.$books.dropFirst().sink { _ in changes += 1 }
  let draft = Draft(store.books[0], isValid: isValid)
  for isbn in ["9781484285718", "9781484285719", ""] {
    draft.book.isbn = isbn
    print(draft.isValid ? "valid" : "invalid", isbn.isEmpty ? "empty" : isbn)
  }
  draft.book.title = "Nothing"
  print("cancelled:", store.books[0].title)
  let second = Draft(store.books[0], isValid: isValid)
  second.book.title += ", second edition"
  if second.isValid { second.save(to: store, at: 0) }
  print("saved:", store.books[0].title)
  print("the list changed", changes, "times")
  withExtendedLifetime(counting) {}
}

let passwordRules = Program(
  "password rules",
  prints: """
    Password must not be empty
    Password needs to be at least 8 characters
    Password not strong enough
    Passwords do not match
    ok, meter 0.50
    submitting: Signing up as ada
    """
) { print in
  enum Strength: Int { case veryWeak, weak, reasonable, strong, veryStrong }

  /// By entropy: how many bits a guess of each character is worth.
  func strength(_ password: String) -> Strength {
    var pool = 0
    if password.contains(where: \.isLowercase) { pool += 26 }
    if password.contains(where: \.isUppercase) { pool += 26 }
    if password.contains(where: \.isNumber) { pool += 10 }
    if password.contains(where: { !$0.isLetter && !$0.isNumber }) { pool += 33 }
    let bits = pool == 0 ? 0 : log2(Double(pool)) * Double(password.count)
    return switch bits {
    case ..<28: .veryWeak
    case ..<36: .weak
    case ..<60: .reasonable
    case ..<128: .strong
    default: .veryStrong
    }
  }

  final class Form: ObservableObject {
    @Published var username = ""
    @Published var password = ""
    @Published var confirmation = ""
    @Published private(set) var message = ""
    @Published private(set) var isValid = false
    @Published private(set) var meter = 0.0

    init(_ strength: @escaping (String) -> Strength) {
      let empty = $password.map(\.isEmpty)
      let short = $password.map { $0.count < 8 }
      let weak = $password.map { strength($0).rawValue < Strength.reasonable.rawValue }
      let matching = $password.combineLatest($confirmation, ==)
      let problem = Publishers.CombineLatest4(empty, short, weak, matching)
        .map { empty, short, weak, matching in
          if empty { return "Password must not be empty" }
          if short { return "Password needs to be at least 8 characters" }
          if weak { return "Password not strong enough" }
          return matching ? "" : "Passwords do not match"
        }
        .share(replay: "Password must not be empty")
      problem.assign(to: &$message)
      problem.map(\.isEmpty).combineLatest($username.map { $0.count >= 3 }) { $0 && $1 }.assign(to: &$isValid)
      $password.map { [0.25, 0.35, 0.5, 0.75, 1][strength($0).rawValue] }.assign(to: &$meter)
    }
  }

  let form = Form(strength)
  form.username = "ada"
  print(form.message)
  form.password = "abc"
  print(form.message)
  form.password = "12345678"
  print(form.message)
  form.password = "abcdefgh"
  print(form.message)
  form.confirmation = "abcdefgh"
  print(form.message.isEmpty ? "ok," : form.message, "meter", String(format: "%.2f", form.meter))
  if form.isValid { print("submitting: Signing up as \(form.username)") }
}

extension Publisher where Failure == Never {
  /// Shares one subscription, and begins with the latest value for whoever comes.
  fileprivate func share(replay first: Output) -> AnyPublisher<Output, Never> {
    multicast(subject: CurrentValueSubject(first)).autoconnect().eraseToAnyPublisher()
  }
}
