// What can encode and decode whole values: the coders of `encode` and `decode`.

/// Encodes a whole value at once.
public protocol TopLevelEncoder {
  /// What it makes of a value, usually `Data`.
  associatedtype Output

  /// Encodes `value`.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// Decodes a whole value at once.
public protocol TopLevelDecoder {
  /// What it makes values of, usually `Data`.
  associatedtype Input

  /// Decodes a value of `type` from `input`.
  func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}
