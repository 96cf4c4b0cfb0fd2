// The door between threads: nothing lost, order kept per sender, the loop woken, and a closed door refuses.
import EventLoop
import Foundation
import Testing

@Suite struct MailboxTests {
  @Test func messagesOfEachThreadArriveInItsOrderAndWakeTheLoop() throws {
    let threads = 4
    let messagesEach = 2000
    let loop = EventLoop(poller: try EpollPoller())
    var received: [Int: [Int]] = [:]
    var count = 0
    let mailbox = try Mailbox<(thread: Int, number: Int)>(on: loop) { message in
      received[message.thread, default: []].append(message.number)
      count += 1
      if count == threads * messagesEach { loop.stop() }
    }
    let sender = mailbox.sender
    for thread in 0..<threads {
      Thread.detachNewThread { for number in 0..<messagesEach { sender.post((thread, number)) } }
    }
    loop.run()
    for thread in 0..<threads { #expect(received[thread] == Array(0..<messagesEach)) }
    mailbox.close()
  }

  @Test func aBurstCostsOneWakeUp() throws {
    let (loop, _) = try EventLoop.virtual()
    var received: [String] = []
    let mailbox = try Mailbox<String>(on: loop) { received.append($0) }
    for text in ["a", "b", "c"] { #expect(mailbox.sender.post(text)) }
    #expect(loop.poll())
    #expect(received == ["a", "b", "c"])
    #expect(!loop.poll())
    mailbox.close()
  }

  @Test func aMessagePostedByAReceiverComesInTheNextTurn() throws {
    let (loop, _) = try EventLoop.virtual()
    var received: [Int] = []
    var sender: Mailbox<Int>.Sender?
    let mailbox = try Mailbox<Int>(on: loop) { number in
      received.append(number)
      if number < 3 { sender!.post(number + 1) }
    }
    sender = mailbox.sender
    sender!.post(1)
    for turn in 1...3 {
      loop.poll()
      #expect(received == Array(1...turn))
    }
    mailbox.close()
  }

  @Test func aClosedMailboxRefusesAndDropsWhatWaits() throws {
    let (loop, _) = try EventLoop.virtual()
    var received: [Int] = []
    var mailbox: Mailbox<Int>!
    mailbox = try Mailbox<Int>(on: loop) { number in
      received.append(number)
      mailbox.close()
    }
    let sender = mailbox.sender
    sender.post(1)
    sender.post(2)
    loop.poll()
    #expect(received == [1], "closed by the first, the second is dropped")
    #expect(!sender.post(3))
    #expect(!loop.poll())
  }
}
