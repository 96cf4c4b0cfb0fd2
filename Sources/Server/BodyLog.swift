// The bodies of the latest commits, one behind the other, for readers that take every commit: see `Delivery.Run`.

internal import Engine
internal import Wire

/// Bodies of one shape, by revision. Each is encoded when the first reader wants it.
final class BodyLog {
  let shape: EventShape
  /// The revision of the first span.
  private var first = 0
  /// Of each revision from there on; empty where no reader has wanted it.
  private var spans: [BodySpan] = []
  private var bytes = ByteBuffer(capacity: 1024)

  /// What is kept between turns, for readers that are behind: enough for what one of them is given at once.
  private static let kept = 256 << 10
  /// Larger bodies are not copied for each reader: they go as they are, one by one.
  private static let bodyMax = Outbox.sharedBytesMin

  init(_ shape: EventShape) { self.shape = shape }

  /// Gives `body` the bodies of the first commits of a run, encoded by `encode`, until they have `room` bytes together: none
  /// if the run begins before what is kept, or with a large one.
  func withBodies(
    of run: Delivery.Run, room: Int, encode: (Int, inout ByteBuffer) -> Bool,
    _ body: (UnsafeBufferPointer<BodySpan>, UnsafeRawBufferPointer) -> Void
  ) {
    if spans.isEmpty { first = run.first }
    guard run.first >= first else { return }
    let begin = run.first - first
    let last = run.last - first
    while spans.count <= last { spans.append(BodySpan(offset: 0, count: 0)) }
    var (end, size) = (begin, 0)
    repeat {
      // Nearly always somebody has wanted them before.
      spans.withUnsafeBufferPointer { spans in
        while size < room, end <= last, spans[end].count > 0 {
          size += spans[end].count
          end += 1
        }
      }
    } while size < room && end <= last && make(end, encode)
    guard end > begin else { return }
    bytes.withReadable { bytes in
      spans.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[begin..<end]), bytes) }
    }
  }

  /// Encodes the body at a place.
  /// - Returns: false if it is large.
  private func make(_ place: Int, _ encode: (Int, inout ByteBuffer) -> Bool) -> Bool {
    let start = bytes.count
    guard encode(first + place, &bytes) else { return false }
    let count = bytes.count - start
    guard count < Self.bodyMax else {
      bytes.truncate(to: start)
      return false
    }
    spans[place] = BodySpan(offset: start, count: count)
    return true
  }

  /// Forgets what is more than a little.
  func endTurn() {
    guard bytes.count > Self.kept else { return }
    spans.removeAll(keepingCapacity: spans.capacity < 4096)
    bytes.removeAll()
    bytes.shrink(to: 4 * Self.kept)
  }
}
