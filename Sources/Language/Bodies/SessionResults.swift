/// What one client's bare expressions gave, kept alive until the client goes.
///
/// Values are named `$R0`, `$R1`, … and can be used by later source of the same session. Of values that are only data the
/// latest are kept: a client that asks for something every second for a year must not fill the memory with answers. What
/// holds an object or a subscription stays, since letting go of it would end something that is alive. Engine thread only.
public final class SessionResults {
  /// How many values that are only data are kept.
  public static let dataMax = 1000

  public let id: String
  private var results: [Int: GlobalVariable] = [:]
  private var count: Int
  /// The numbers of those that are only data, in order; some of them may be gone.
  private var data: [Int] = []
  private(set) var isClosed = false

  /// Results with lower numbers belonged to the program before.
  private let first: Int

  /// - Parameter earlier: those of the program before. Their numbers are not given again; data of the library's types stays,
  ///   and everything else goes with that program.
  init(id: String, after earlier: SessionResults? = nil) {
    self.id = id
    count = earlier?.count ?? 0
    first = count
    guard let earlier else { return }
    for number in earlier.data {
      guard let variable = earlier.results[number], variable.type.isOfLibrary else { continue }
      results[number] = variable
      earlier.results[number] = nil
      data.append(number)
    }
  }

  deinit { close() }

  /// The name the next result gets.
  var nextResultName: String { "$R\(count)" }

  /// The names of those that are more than data, and go with the program.
  public var namesOfPassing: [String] { kept.filter { !$0.isPlain }.map(\.name) }

  /// Nothing is kept alive.
  public var isEmpty: Bool { results.isEmpty }

  /// Keeps a value under the next name, with a declaration by which source finds it.
  /// - Parameter isForGood: until the client goes, or it is forgotten; also where it is only data.
  func keep(_ value: Value, _ type: Type, _ file: SourceFile, isForGood: Bool = false) {
    let variable = GlobalVariable(nextResultName, type, isLet: true)
    variable.value = value
    variable.isInitialized = true
    // The two know each other: whoever lets go of the result takes them apart.
    let declaration = Declaration(.variable, variable.name, owner: nil)
    declaration.isLet = true
    declaration.result = type
    declaration.implementation = .global(variable)
    declaration.declaredIn = file
    variable.declaration = declaration
    results[count] = variable
    if variable.isPlain, !isForGood {
      data.append(count)
      if data.count == 2 * Self.dataMax { letGoOfOldData() }
    }
    count += 1
  }

  /// Once in a while, so that it costs nothing each time.
  private func letGoOfOldData() {
    for number in data.dropLast(Self.dataMax) { letGo(of: number) }
    data.removeFirst(data.count - Self.dataMax)
  }

  private func letGo(of number: Int) { results.removeValue(forKey: number)?.release() }

  private func number(of name: String) -> Int? { name.hasPrefix("$R") ? Int(name.dropFirst(2)) : nil }

  /// What is kept, in the order it was made.
  var kept: [GlobalVariable] { results.sorted { $0.key < $1.key }.map(\.value) }

  func result(named name: String) -> GlobalVariable? { number(of: name).flatMap { results[$0] } }

  /// There was such a result, and it is not kept any more.
  func isGone(_ name: String) -> Bool {
    number(of: name).map { $0 >= 0 && $0 < count && results[$0] == nil } ?? false
  }

  /// It belonged to the program before.
  func wentWithItsProgram(_ name: String) -> Bool { isGone(name) && number(of: name).map { $0 < first } ?? false }

  /// Lets go of one result; a subscription among them is cancelled.
  public func forget(_ name: String) {
    if let number = number(of: name) { letGo(of: number) }
  }

  /// The last result was not the client's: it goes, and its number is given again.
  func takeBack(_ name: String) {
    guard let number = number(of: name), number == count - 1 else { return }
    letGo(of: number)
    if data.last == number { data.removeLast() }
    count = number
  }

  /// Lets go of everything; subscriptions are cancelled in the order they were made. Idempotent.
  public func close() {
    isClosed = true
    for variable in kept { variable.release() }
    results = [:]
    data = []
  }
}
