/// What one client's bare expressions gave, kept alive until the client goes.
///
/// Values are named `$R0`, `$R1`, … and can be used by later source of the same session. Engine thread only.
public final class Session {
  public let id: String
  /// Results by number; `nil` where `forget` let one go.
  private(set) var results: [GlobalVariable?] = []
  private(set) var isClosed = false

  /// - Parameter earlier: the numbers of its results are not given again.
  init(id: String, after earlier: Session? = nil) {
    self.id = id
    results = Array(repeating: nil, count: earlier?.results.count ?? 0)
  }

  /// The name the next result gets.
  var nextResultName: String { "$R\(results.count)" }

  /// Nothing is kept alive.
  public var isEmpty: Bool { !results.contains { $0 != nil } }

  func keep(_ variable: GlobalVariable) { results.append(variable) }

  func result(named name: String) -> GlobalVariable? {
    guard name.hasPrefix("$R"), let number = Int(name.dropFirst(2)), results.indices.contains(number) else {
      return nil
    }
    return results[number]
  }

  /// Lets go of one result; a subscription among them is cancelled. False if there is none of that name.
  public func forget(_ name: String) -> Bool {
    guard let number = results.firstIndex(where: { $0?.name == name }) else { return false }
    results[number]?.release()
    results[number] = nil
    return true
  }

  /// Lets go of everything; subscriptions are cancelled in the order they were made. Idempotent.
  public func close() {
    isClosed = true
    for index in results.indices {
      results[index]?.release()
      results[index] = nil
    }
  }
}
