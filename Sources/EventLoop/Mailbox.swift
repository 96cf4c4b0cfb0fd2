// The one door through which other threads reach the loop: a locked queue, and an eventfd that wakes the loop when the
// queue stops being empty.
//
// Why it is safe: `Sender` is the only part that leaves the loop's thread. It is made of a `Mutex` and a number that never
// changes, so the compiler itself finds it Sendable; nothing here is unchecked. The descriptor is closed when the last
// sender and the mailbox are gone, so a late post writes to an eventfd that is still ours.
internal import CLinux
internal import Glibc
internal import Synchronization

/// The loop's end: receives, on the loop's thread and in the order of posting, what any thread has posted.
public final class Mailbox<Message: Sendable>: ReadyHandler {
  /// The other threads' end.
  public let sender: Sender
  private let loop: EventLoop
  private var registration: Registration?
  private let receive: (Message) -> Void

  /// Any thread's end; copy it freely.
  public final class Sender: Sendable {
    private struct Queue {
      var messages: [Message] = []
      var isOpen = true
    }

    fileprivate let eventfd: Int32
    private let queue = Mutex(Queue())

    fileprivate init() throws(SystemError) {
      eventfd = try checkedCall("eventfd") { clinux_eventfd() }
    }

    deinit { closeDescriptor(eventfd) }

    /// Hands `message` to the loop. Any thread; never blocks for longer than another post takes.
    /// - Returns: false if the mailbox is closed, and the message was dropped.
    @discardableResult
    public func post(_ message: Message) -> Bool {
      let (accepted, wasEmpty) = queue.withLock { queue in
        guard queue.isOpen else { return (false, false) }
        queue.messages.append(message)
        return (true, queue.messages.count == 1)
      }
      // Only the post that ends the emptiness wakes the loop: one system call for a burst.
      if wasEmpty {
        var one: UInt64 = 1
        _ = systemCall("write") { write(eventfd, &one, 8) }
      }
      return accepted
    }

    fileprivate func take() -> [Message] {
      var count: UInt64 = 0
      // Reset before taking: a post between the two sets it again, and costs a turn that finds nothing. The other way
      // round, its wake-up would be lost.
      _ = systemCall("read") { read(eventfd, &count, 8) }
      return queue.withLock { queue in
        defer { queue.messages = [] }
        return queue.messages
      }
    }

    fileprivate func close() {
      queue.withLock { queue in
        queue.isOpen = false
        queue.messages = []
      }
    }
  }

  /// A mailbox on `loop`, open until `close`.
  public init(on loop: EventLoop, receive: @escaping (Message) -> Void) throws(SystemError) {
    self.loop = loop
    self.receive = receive
    sender = try Sender()
    registration = try loop.register(fd: sender.eventfd, interest: .readable, handler: self)
  }

  /// Refuses further posts and drops those that were not received.
  public func close() {
    guard let registration else { return }
    self.registration = nil
    sender.close()
    loop.deregister(registration)
  }

  public func ready(_ readiness: Readiness) {
    for message in sender.take() {
      if registration == nil { return }
      receive(message)
    }
  }
}
