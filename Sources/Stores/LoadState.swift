// What is loaded, and how far that has come: the daemon's `LoadState`, in compiled programs.

public enum LoadState<Value> {
  case idle
  /// With a placeholder, or what was loaded last.
  case loading(Value?)
  case loaded(Value)
  case failed(String)

  /// What there is to show: of one that is loading, its placeholder.
  public var value: Value? {
    switch self {
    case .loading(let value): value
    case .loaded(let value): value
    case .idle, .failed: nil
    }
  }

  public var isLoading: Bool { if case .loading = self { true } else { false } }
  public var failure: String? { if case .failed(let text) = self { text } else { nil } }
}

extension LoadState: Sendable where Value: Sendable {}
extension LoadState: Equatable where Value: Equatable {}
extension LoadState: Hashable where Value: Hashable {}

/// As the daemon writes it: `"idle"`, `{"loading":…}`, `{"loaded":…}`, `{"failed":"…"}`.
extension LoadState: Codable where Value: Codable {
  private enum Keys: String, CodingKey { case loading, loaded, failed }

  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self), name == "idle" {
      self = .idle
      return
    }
    let container = try decoder.container(keyedBy: Keys.self)
    switch container.allKeys.first {
    case .loading?: self = .loading(try container.decode(Value?.self, forKey: .loading))
    case .loaded?: self = .loaded(try container.decode(Value.self, forKey: .loaded))
    case .failed?: self = .failed(try container.decode(String.self, forKey: .failed))
    case nil:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no idle, loading, loaded or failed"))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if case .idle = self {
      var container = encoder.singleValueContainer()
      return try container.encode("idle")
    }
    var container = encoder.container(keyedBy: Keys.self)
    switch self {
    case .idle: break
    case .loading(let value): try container.encode(value, forKey: .loading)
    case .loaded(let value): try container.encode(value, forKey: .loaded)
    case .failed(let text): try container.encode(text, forKey: .failed)
    }
  }
}
