// Stopping what was started, and keeping it alive until then.

public import Synchronization

/// Something that can be stopped.
public protocol Cancellable {
  /// Stops it: nothing is delivered after this, and what it holds is released. Calling it again does nothing.
  func cancel()
}

extension Cancellable {
  /// Keeps this in `collection`; cancelled when the collection lets it go.
  @inlinable
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    AnyCancellable(self).store(in: &collection)
  }

  /// Keeps this in `set`; cancelled when the set lets it go.
  @inlinable
  public func store(in set: inout Set<AnyCancellable>) {
    AnyCancellable(self).store(in: &set)
  }
}

/// A cancellable that cancels when its last reference goes.
///
/// `cancel()` may come from any thread, also from several at once: the action runs exactly once and is then released.
public final class AnyCancellable: Cancellable, Hashable {
  // Whoever raises the flag owns the action. As the state of a generic lock it would need an allocation of its own.
  @usableFromInline let isCancelled = Atomic<Bool>(false)
  @exclusivity(unchecked) @usableFromInline final var action: (() -> Void)?
  @usableFromInline let birth = UndoLog.birth

  /// Runs `cancel` once: at `cancel()` or at the end of this object's life.
  @inlinable
  public init(_ cancel: @escaping () -> Void) {
    action = cancel
  }

  /// Cancels `canceller` once: at `cancel()` or at the end of this object's life. Keeps it alive until then.
  @inlinable
  public init<C: Cancellable>(_ canceller: C) {
    action = { canceller.cancel() }
  }

  deinit {
    // Nobody else is here any more, and after `cancel()` there is no action.
    action.take()?()
  }

  /// Cancels; from the second call on it does nothing.
  @inlinable
  public final func cancel() {
    if isCancelled.exchange(true, ordering: .acquiringAndReleasing) { return }
    if UndoLog.mayBeOpen { note() }
    action.take()?()
  }

  @inline(never)
  @usableFromInline
  final func note() {
    guard let log = UndoLog.current(for: birth) else { return }
    let action = action
    log.note {
      self.action = action
      self.isCancelled.store(false, ordering: .releasing)
    }
  }

  /// Identity.
  @inlinable
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

  /// Hashes the identity.
  @inlinable
  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Keeps this in `collection`.
  @inlinable
  public final func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Keeps this in `set`.
  @inlinable
  public final func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }
}
