internal import Wire

/// What the loop's thread works on, as one number, so that another thread can read it at any time.
public enum WorkNumber {
  static let methodBits = 8

  /// Of a method, for a connection of no number.
  static func of(_ method: String) -> Int { (MethodTable.names.firstIndex(of: method) ?? -1) + 1 }

  /// In words, for the log.
  public static func description(_ number: Int) -> String {
    let method = number & (1 << methodBits - 1)
    guard method > 0 else { return "method=none" }
    return "method=\(MethodTable.names[method - 1]) session=c\(number >> methodBits)"
  }
}
