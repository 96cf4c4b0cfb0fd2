// What is fetched, by the key path of its endpoint. The daemon takes this file, too: `:source Get.swift`.
public import Combine
public import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Something that can be fetched: what comes of it is its type.
public struct Endpoint<Value: Codable & Sendable>: Sendable {
  /// What is shown while it loads.
  public let placeholder: Value?
  let load: @Sendable () async throws -> Value

  public init(placeholder: Value? = nil, load: @escaping @Sendable () async throws -> Value) {
    self.placeholder = placeholder
    self.load = load
  }

  /// JSON that a server gives.
  public init(_ url: URL, placeholder: Value? = nil) {
    self.placeholder = placeholder
    load = {
      let (data, response) = try await URLSession.shared.data(from: url)
      if let status = (response as? HTTPURLResponse)?.statusCode, !(200..<300).contains(status) {
        throw EndpointError(status: status)
      }
      return try JSONDecoder().decode(Value.self, from: data)
    }
  }
}

/// A server has answered, and not with what was asked for.
public struct EndpointError: Error, LocalizedError, Equatable, Sendable {
  public let status: Int
  public var errorDescription: String? { "The server answered with the status \(status)." }
}

/// Where a program says what there is to fetch:
///
///     extension Endpoints { var users: Endpoint<[User]> { Endpoint(url, placeholder: []) } }
public struct Endpoints: Sendable {
  public init() {}
}

/// A property that is fetched: `@Get(\.users) var users` is a `LoadState` of what the endpoint gives, and `$users.request()` the
/// one request that there is for it. Requests of two properties do not know of each other.
@MainActor @propertyWrapper
public final class Get<Value: Codable & Sendable>: ObservableObject {
  @Published public private(set) var wrappedValue: LoadState<Value>
  private let endpoint: Endpoint<Value>
  private var task: Task<Void, Never>?
  /// What there was before it was asked for again.
  private var before: LoadState<Value>

  public var projectedValue: Get<Value> { self }

  public init(_ path: KeyPath<Endpoints, Endpoint<Value>>) {
    endpoint = Endpoints()[keyPath: path]
    wrappedValue = .loading(endpoint.placeholder)
    before = .loading(endpoint.placeholder)
  }

  /// Fetches it, in place of a request that is under way.
  public func request() {
    if task == nil { before = wrappedValue }
    task?.cancel()
    wrappedValue = .loading(before.value ?? endpoint.placeholder)
    task = Task {
      let next: LoadState<Value>
      do { next = .loaded(try await endpoint.load()) } catch { next = .failed(error.localizedDescription) }
      // What came of a request that was given up is nobody's.
      guard !Task.isCancelled else { return }
      task = nil
      wrappedValue = next
    }
  }

  /// Gives the request up: everything is as it was before.
  public func cancel() {
    guard let task else { return }
    task.cancel()
    self.task = nil
    wrappedValue = before
  }
}
