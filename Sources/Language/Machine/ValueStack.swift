/// The frames of the functions that run on one native stack, one behind the other.
///
/// Every slot beyond the top holds `.void`, so entering a function costs no initialisation. Slots are initialised when
/// they are first needed: most activations need few.
typealias Frame = UnsafeMutablePointer<Value>

final class ValueStack {
  static let slotsMax = 1 << 20
  private static let slotsPerGrowth = 256

  let base: Frame
  /// Slots below are initialised.
  private(set) var end: Frame
  private let limit: Frame
  private let isAllocated: Bool

  /// - Parameter count: how many slots there can be.
  init(_ count: Int = slotsMax) {
    base = .allocate(capacity: count)
    end = base
    limit = base + count
    isAllocated = true
  }

  /// In memory that belongs to somebody else.
  init(at memory: Frame) {
    base = memory
    end = base
    limit = base + Self.slotsMax
    isAllocated = false
  }

  deinit {
    discard()
    if isAllocated { base.deallocate() }
  }

  /// False if there is not so much.
  func grow(to wanted: Frame) -> Bool {
    guard wanted <= limit else { return false }
    let next = min(wanted + Self.slotsPerGrowth, limit)
    if next > end {
      end.initialize(repeating: .void, count: next - end)
      end = next
    }
    return true
  }

  /// Lets go of everything, before the memory goes.
  func discard() {
    base.deinitialize(count: end - base)
    end = base
  }
}
