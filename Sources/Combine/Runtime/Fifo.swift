// First in, first out: values that wait for their turn.

@usableFromInline
struct Fifo<Element> {
  /// Taken elements leave nil behind until there are enough of them to close up.
  @usableFromInline var elements: ContiguousArray<Element?> = []
  @usableFromInline var head = 0

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { head == elements.count }

  @inlinable
  var count: Int { elements.count - head }

  @inlinable
  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes the oldest. Constant time on average.
  @inlinable
  mutating func popFirst() -> Element? {
    if head == elements.count { return nil }
    let element = elements[head].take()
    head &+= 1
    if head == elements.count {
      // What was many once does not stay for good.
      elements.removeAll(keepingCapacity: head <= 4096)
      head = 0
    } else if head >= 64, head &* 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
