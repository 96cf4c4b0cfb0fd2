// What exposed properties were, and setting it back: the daemon's `store.history` and `tx.undo`.
public import Foundation
internal import CombineClient
internal import Wire

/// One change of a property.
public struct PropertyChange<Value: Codable> {
  /// The commit.
  public let revision: Int
  public let date: Date
  /// What it became, and what it was; nil where the property came or went with it.
  public let value: Value?
  public let old: Value?
  /// Who asked for it: a session of the daemon, or this program.
  public let cause: String
}

extension PropertyChange: Sendable where Value: Sendable {}

extension StoreServer {
  /// The changes of a property that the daemon remembers, newest first.
  /// - Parameter path: as it is here: `signup.username`.
  /// - Throws: `StoresError` where nothing is at the path, or its values are of another type.
  public func history<Value: Codable>(of path: String, as type: Value.Type = Value.self, limit: Int = 50) async throws
    -> [PropertyChange<Value>]
  {
    let params = StoreHistory.Params {
      $0.path = absolute(path)
      $0.limit = limit
    }
    return try await ask(StoreHistory.self, params).entries.map { entry in
      PropertyChange(
        revision: entry.rev, date: Date(timeIntervalSince1970: Double(entry.at.nanoseconds) / 1e9),
        value: try entry.value.map { try ValueCoding.decode(Value.self, from: $0, at: path) },
        old: try entry.old.map { try ValueCoding.decode(Value.self, from: $0, at: path) }, cause: entry.cause.by)
    }
  }

  /// Sets back what a commit changed, as a commit of its own: all of it or nothing.
  /// - Returns: the revision afterwards.
  /// - Throws: `StoresError` where some of it has changed since, or cannot be set from outside.
  @discardableResult
  public func undo(_ revision: Int, note: String? = nil) async throws -> Int {
    let params = TransactionUndo.Params {
      $0.rev = revision
      $0.note = note
    }
    return try await ask(TransactionUndo.self, params).rev
  }

  private func absolute(_ path: String) -> String { namespace.map { "\($0).\(path)" } ?? path }

  /// Asks when what the objects are by now has been told.
  private func ask<M: MethodDefinition>(_ method: M.Type, _ params: M.Params) async throws -> M.Result {
    try await ready()
    await tellAll()
    do throws(ClientError) { return try await client.call(method, params) } catch {
      throw StoresError(error)
    }
  }
}
