// Foundation's types that cross the wire as text. A `Date` is a `Timestamp`, which keeps its nanoseconds.
public import Foundation
public import Wire

/// base64.
extension Data: RemoteKey {
  public init?(json: JSONValue) {
    guard let text = json.string, let value = Data(base64Encoded: text) else { return nil }
    self = value
  }
  public var json: JSONValue { .string(base64EncodedString()) }
}

/// A number where that is exact, else its digits; digits are always taken.
extension Decimal: RemoteValue {
  public init?(json: JSONValue) {
    let digits: String
    switch json {
    case .int, .double: digits = json.description
    case .string(let text): digits = text
    default: return nil
    }
    guard let value = Decimal(string: digits) else { return nil }
    self = value
  }
  public var json: JSONValue { .string(description) }
}

extension UUID: RemoteKey {
  public init?(json: JSONValue) {
    guard let text = json.string, let value = UUID(uuidString: text) else { return nil }
    self = value
  }
  public var json: JSONValue { .string(uuidString) }
}

extension URL: RemoteKey {
  public init?(json: JSONValue) {
    guard let text = json.string, let value = URL(string: text) else { return nil }
    self = value
  }
  public var json: JSONValue { .string(absoluteString) }
}
