extension SharedLibrary {
  /// Reads a part of what most programs speak of, so that the first texts are as quick as later ones: what the library
  /// declares is read when it is first mentioned, and the parser's own types take the runtime as long the first time.
  ///
  /// A part is a text that is checked and forgotten. In a release build the first takes about 55 ms, since one printed
  /// value needs forty-five types of the library, and each of the others at most 20 ms.
  /// - Parameters:
  ///   - part: counted from 0.
  ///   - lookAfterOthers: called each millisecond or so, where nothing may be asked of the library.
  /// - Returns: whether there is another part.
  public func readAhead(_ part: Int, _ lookAfterOthers: @escaping () -> Void = {}) -> Bool {
    guard part < Self.commonTexts.count else { return false }
    let progress = Progress(look: lookAfterOthers, lookAfterOthers)
    let outer = library.progress
    library.progress = progress
    defer { library.progress = outer }
    _ = UnitChecker(program: library.environment, session: nil)
      .check([SourceText(file: "ahead", text: Self.commonTexts[part])], limits: .standard, progress)
    return part + 1 < Self.commonTexts.count
  }

  /// Each adds little to those before it.
  static let commonTexts = [
    "print(1)",
    #"let text = "a\(1)".uppercased()"#,
    "let sum = 1 + 2 * 3 - 4",
    "let list = [1, 2].map { $0 + 1 }.filter { $0 > 1 }",
    #"let named: [String: Int] = ["a": 1]"#,
    """
    var maybe: Int? = nil
    if let maybe, maybe == 1 { print(maybe) }
    """,
    "for number in 0..<3 where number != 1 { print(Double(number) * 1.5) }",
    """
    class Model: ObservableObject {
      @Published var name = ""
      @Published var count = 0
    }
    """,
    "let single = Just(1).map { $0 + 1 }.sink { print($0) }",
    """
    let subject = PassthroughSubject<String, Never>()
    let many = subject.filter { !$0.isEmpty }.removeDuplicates()
    """,
    """
    class Search: ObservableObject {
      @Published var query = ""
      @Published var found = ""
      init() {
        $query.debounce(for: .seconds(1), scheduler: RunLoop.main).map { $0.uppercased() }.assign(to: &$found)
      }
    }
    """,
    """
    class Form: ObservableObject {
      @Published var name = ""
      @Published var password = ""
      @Published var isValid = false
      init() {
        Publishers.CombineLatest($name, $password).map { $0.count > 2 && $0 != $1 }.assign(to: &$isValid)
      }
    }
    """,
    """
    struct Item: Identifiable, Hashable, Codable {
      var id = UUID()
      var title: String
    }
    """,
    "enum Kind: String, CaseIterable { case one, two }",
    """
    var kept = Set<AnyCancellable>()
    let current = CurrentValueSubject<Int, Never>(1)
    current.sink { print($0) }.store(in: &kept)
    """,
    "let task = Task { try await Task.sleep(for: .seconds(1)) }",
  ]
}
