// Two properties that are kept the same. The daemon takes this file, too: `:source PropertyMirror.swift`.
public import Combine

/// Copies each change of one of two places to the other, as long as it is held. What was copied is not copied back, so that two
/// places settle with one copy for each change, whoever made it.
///
///     let mirror = PropertyMirror(screen, \.focus, screen.$focus, model, \.focus, model.$focus)
///
/// At first both have what the first one has. A write that the other place refuses ends the mirror, and `failure` says why.
public final class PropertyMirror<Value: Equatable>: Cancellable {
  private var tokens: [AnyCancellable] = []
  /// What both have.
  private var settled: Value
  /// How many changes were copied.
  public private(set) var copies = 0
  public private(set) var failure: (any Error)?

  /// - Parameters:
  ///   - write: puts a value into the place.
  ///   - changes: its values, as they come to be; the present one may be the first of them.
  public init<First: Publisher, Second: Publisher>(
    of value: Value, first write: @escaping (Value) throws -> Void, _ changes: First,
    second writeOther: @escaping (Value) throws -> Void, _ otherChanges: Second
  ) where First.Output == Value, First.Failure == Never, Second.Output == Value, Second.Failure == Never {
    settled = value
    do { try writeOther(value) } catch {
      failure = error
      return
    }
    tokens = [
      changes.sink { [weak self] value in self?.copy(value, writeOther) },
      otherChanges.sink { [weak self] value in self?.copy(value, write) },
    ]
    // The second's own first value, where that is older than what was written.
    copies = 0
  }

  /// Of two published properties.
  public convenience init<First: AnyObject, Second: AnyObject>(
    _ first: First, _ path: ReferenceWritableKeyPath<First, Value>, _ changes: Published<Value>.Publisher,
    _ second: Second, _ otherPath: ReferenceWritableKeyPath<Second, Value>, _ otherChanges: Published<Value>.Publisher
  ) {
    self.init(
      of: first[keyPath: path], first: { [weak first] value in first?[keyPath: path] = value }, changes,
      second: { [weak second] value in second?[keyPath: otherPath] = value }, otherChanges)
  }

  private func copy(_ value: Value, _ write: (Value) throws -> Void) {
    guard value != settled, failure == nil else { return }
    settled = value
    copies += 1
    do { try write(value) } catch {
      failure = error
      cancel()
    }
  }

  public func cancel() { tokens = [] }
}
