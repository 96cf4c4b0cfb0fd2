// First in, first out: values that wait for their turn.

@usableFromInline
struct Fifo<Element> {
  /// The oldest. Taken elements leave nil behind until there are enough of them to close up.
  @usableFromInline var elements: ContiguousArray<Element?> = []
  @usableFromInline var head = 0
  /// What waits behind them, in pieces that are full but for the last: millions are not moved to another place at each doubling.
  @usableFromInline var further: ContiguousArray<ContiguousArray<Element?>> = []
  /// The first of these pieces that has not been taken.
  @usableFromInline var nextPiece = 0

  @inlinable static var pieceCount: Int { 4096 }

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { head == elements.count }

  @inlinable
  var count: Int {
    let pieces = further.count - nextPiece
    let waiting = pieces == 0 ? 0 : (pieces - 1) * Self.pieceCount + further[further.count - 1].count
    return elements.count - head + waiting
  }

  @inlinable
  mutating func append(_ element: Element) {
    if further.isEmpty, elements.count < Self.pieceCount {
      elements.append(element)
    } else {
      appendFurther(element)
    }
  }

  @usableFromInline
  mutating func appendFurther(_ element: Element) {
    if further.isEmpty || further[further.count - 1].count == Self.pieceCount {
      further.append([])
      further[further.count - 1].reserveCapacity(Self.pieceCount)
    }
    further[further.count - 1].append(element)
  }

  /// Takes the oldest. Constant time on average.
  @inlinable
  mutating func popFirst() -> Element? {
    if head == elements.count { return nil }
    let element = elements[head].take()
    head &+= 1
    if head == elements.count {
      // What was many once does not stay for good.
      elements.removeAll(keepingCapacity: further.isEmpty)
      head = 0
      if !further.isEmpty { takePiece() }
    } else if head >= 64, head &* 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  @usableFromInline
  mutating func takePiece() {
    swap(&elements, &further[nextPiece])
    nextPiece += 1
    if nextPiece == further.count {
      (further, nextPiece) = ([], 0)
    } else if nextPiece >= 64, nextPiece * 2 >= further.count {
      further.removeFirst(nextPiece)
      nextPiece = 0
    }
  }
}
