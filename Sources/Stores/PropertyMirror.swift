// Two properties that are kept the same. The daemon takes this file, too: `:source PropertyMirror.swift`.
public import Combine
internal import Foundation

/// Copies each change of one of two places to the other, as long as it is held. What was copied is not copied back, so that two
/// places settle with one copy for each change, whoever made it.
///
///     let mirror = PropertyMirror(screen, \.focus, screen.$focus, model, \.focus, model.$focus)
///
/// At first both have what the first one has. A place that makes another value of what it is given, as a `didSet` that corrects
/// does, has the last word: the other one gets that at the end of what runs now, since a `@Published` property tells of a value before
/// it has it. What ends the mirror is a write that a place refuses, and two places that cannot agree; `failure` says so.
public final class PropertyMirror<Value: Equatable>: Cancellable {
  /// How often the places may correct each other.
  private static var roundsMax: Int { 8 }

  private let write: (Value) throws -> Void
  private let writeOther: (Value) throws -> Void
  private let place: String
  private var tokens: [AnyCancellable] = []
  /// What both have.
  private var settled: Value
  private var isWriting = true
  /// What a place has told while it, or the other one, was being written: its value, and whether it was the first one.
  private var told: (value: Value, isFirst: Bool)?
  /// Passes a correction on.
  private var later: AnyCancellable?
  /// How many changes were copied.
  public private(set) var copies = 0
  public private(set) var failure: (any Error)?

  /// - Parameters:
  ///   - write: puts a value into the place.
  ///   - changes: its values, as they come to be; the present one may be the first of them.
  public init<First: Publisher, Second: Publisher>(
    of value: Value, first write: @escaping (Value) throws -> Void, _ changes: First,
    second writeOther: @escaping (Value) throws -> Void, _ otherChanges: Second, file: String = #fileID,
    line: Int = #line
  ) where First.Output == Value, First.Failure == Never, Second.Output == Value, Second.Failure == Never {
    settled = value
    (self.write, self.writeOther, place) = (write, writeOther, "\(file):\(line)")
    tokens = [
      changes.sink { [weak self] value in self?.hear(value, isFirst: true) },
      otherChanges.sink { [weak self] value in self?.hear(value, isFirst: false) },
    ]
    settle(value, isFirst: true)
  }

  /// Of two published properties.
  public convenience init<First: AnyObject, Second: AnyObject>(
    _ first: First, _ path: ReferenceWritableKeyPath<First, Value>, _ changes: Published<Value>.Publisher,
    _ second: Second, _ otherPath: ReferenceWritableKeyPath<Second, Value>, _ otherChanges: Published<Value>.Publisher,
    file: String = #fileID, line: Int = #line
  ) {
    self.init(
      of: first[keyPath: path], first: { [weak first] value in first?[keyPath: path] = value }, changes,
      second: { [weak second] value in second?[keyPath: otherPath] = value }, otherChanges, file: file, line: line)
  }

  private func hear(_ value: Value, isFirst: Bool) {
    if isWriting {
      // What is not even equal to itself, as a NaN, is no correction.
      told = value == settled || value != value ? nil : (value, isFirst)
      return
    }
    guard value != settled, failure == nil else { return }
    copies += 1
    copy(value, isFirst: isFirst)
    guard let told else { return }
    settled = told.value
    // Written now, it would be overwritten with what its publisher has told already.
    later = Just(told.value).receive(on: DispatchQueue.main).sink { [weak self] value in
      self?.settle(value, isFirst: told.isFirst)
    }
  }

  /// Copies a value, then what the other place makes of it, until both have the same.
  private func settle(_ value: Value, isFirst: Bool) {
    var next = (value: value, isFirst: isFirst)
    for _ in 1...Self.roundsMax {
      copy(next.value, isFirst: next.isFirst)
      guard failure == nil, let told else { return }
      next = told
    }
    fail(
      PropertyMirrorError(
        message: "\(place): the two do not agree: one gave \(settled), the other made \(next.value) of it"))
  }

  /// To the other place than the one it is from.
  private func copy(_ value: Value, isFirst: Bool) {
    later = nil
    (settled, told, isWriting) = (value, nil, true)
    defer { isWriting = false }
    do { try isFirst ? writeOther(value) : write(value) } catch { fail(error) }
  }

  private func fail(_ error: any Error) {
    failure = error
    cancel()
  }

  public func cancel() { (tokens, later) = ([], nil) }
}

/// Why two places are not kept the same any more, with the place in the program where that was asked for.
public struct PropertyMirrorError: Error, Hashable, Sendable, CustomStringConvertible {
  public let message: String
  public var description: String { message }
}
