// encode and decode: each value through a coder.

extension Publisher {
  /// Encodes each value. An error of the coder cancels the upstream and is the failure. Demand passes through.
  @inlinable
  public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder>
  where Output: Encodable {
    Publishers.Encode(upstream: self, encoder: encoder)
  }

  /// Decodes a value of `type` from each. An error of the coder cancels the upstream and is the failure. Demand passes
  /// through.
  @inlinable
  public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
    Publishers.Decode(upstream: self, decoder: decoder)
  }
}

extension Publishers {
  /// Encodes each value.
  public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher where Upstream.Output: Encodable {
    public typealias Output = Coder.Output
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    @usableFromInline let encoder: Coder

    /// The values of `upstream`, encoded.
    @inlinable
    public init(upstream: Upstream, encoder: Coder) {
      self.upstream = upstream
      self.encoder = encoder
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let encoder = encoder
      upstream.subscribe(
        FilterReceiver(
          subscriber,
          CoderLogic<Upstream.Output, Upstream.Failure, Output>(
            name: "Encode", transform: { try encoder.encode($0) })))
    }
  }

  /// Decodes each value.
  public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Publisher
  where Upstream.Output == Coder.Input {
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    @usableFromInline let decoder: Coder

    /// The values of `upstream`, decoded.
    @inlinable
    public init(upstream: Upstream, decoder: Coder) {
      self.upstream = upstream
      self.decoder = decoder
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let decoder = decoder
      upstream.subscribe(
        FilterReceiver(
          subscriber,
          CoderLogic<Upstream.Output, Upstream.Failure, Output>(
            name: "Decode", transform: { try decoder.decode(Output.self, from: $0) })))
    }
  }
}

/// A value goes through a coder. As in tryMap, but a completion that comes before the subscription goes on.
@usableFromInline
struct CoderLogic<Input, SourceFailure: Error, Output>: FilterLogic {
  @usableFromInline typealias UpstreamFailure = SourceFailure
  @usableFromInline typealias Failure = any Error

  @usableFromInline let passing: PassingStage
  @usableFromInline let transform: (Input) throws -> Output

  @inlinable
  init(name: String, transform: @escaping (Input) throws -> Output) {
    passing = PassingStage(name: name)
    self.transform = transform
  }

  @inlinable
  var stage: Stage { passing }

  @inlinable
  static var early: EarlyEvents { .handle }

  @inlinable
  func step(_ input: Input) -> FilterStep<Output, any Error> {
    do {
      return .pass(try transform(input))
    } catch {
      return .fail(error)
    }
  }
}
