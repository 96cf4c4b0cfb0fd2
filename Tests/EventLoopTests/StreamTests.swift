// Streams over real socket pairs: partial writes, both kinds of end, and who the peer is.
import EventLoop
import Glibc
import Testing

@Suite struct StreamTests {
  @Test func bytesArriveInOrderFromManyBuffers() throws {
    let (near, far) = try Stream.pair()
    let vector = WriteVector()
    let parts = ["{\"a\":", "", "1}", "\n"].map { Array($0.utf8) }
    func writeAll(_ index: Int) -> WriteOutcome {
      index == parts.count
        ? near.write(vector)
        : parts[index].withUnsafeBytes {
          vector.append($0)
          return writeAll(index + 1)
        }
    }
    #expect(writeAll(0) == .written(8))
    #expect(vector.count == 3 && vector.byteCount == 8)
    #expect(far.receive() == ("{\"a\":1}\n", false))
  }

  @Test func aFullSocketTakesAPartAndThenNothingUntilThePeerReads() throws {
    let (near, far) = try Stream.pair()
    let (loop, _) = try EventLoop.virtual()
    var writable = 0
    try watch(near, on: loop, for: .writable) { _ in writable += 1 }
    let block = [UInt8](repeating: 7, count: 1 << 20)
    let vector = WriteVector()
    block.withUnsafeBytes {
      vector.append($0)
      guard case .written(let taken) = near.write(vector) else {
        Issue.record("nothing was taken")
        return
      }
      #expect(taken < block.count)
      #expect(near.write(vector) == .wouldBlock)
    }
    loop.poll()
    #expect(writable == 0)
    _ = far.receive()
    loop.poll()
    #expect(writable == 1)
    near.close()
  }

  @Test func theEndOfInputIsNotTheEndOfTheConnection() throws {
    let (near, far) = try Stream.pair()
    far.send("last words")
    far.endWriting()
    #expect(near.receive() == ("last words", true))
    near.send("still here")
    #expect(far.receive() == ("still here", false))
  }

  @Test func writingToAPeerThatIsGoneIsAnErrorAndNoSignal() throws {
    let (near, far) = try Stream.pair()
    far.close()
    let vector = WriteVector()
    let outcome = [UInt8(1)].withUnsafeBytes {
      vector.append($0)
      return near.write(vector)
    }
    #expect(outcome == .failed(SystemError(call: "sendmsg", code: EPIPE)))
  }

  @Test func aHangupIsReportedWithoutBeingAskedFor() throws {
    let (loop, _) = try EventLoop.virtual()
    let (near, far) = try Stream.pair()
    var seen: [Readiness] = []
    try watch(near, on: loop, for: []) { seen.append($0) }
    loop.poll()
    #expect(seen == [])
    far.close()
    loop.poll()
    #expect(seen == [.hangup])
    near.close()
  }

  @Test func thePeerIsThisProcess() throws {
    let (near, far) = try Stream.pair()
    #expect(near.peer == .own && far.peer == PeerCredentials(uid: geteuid(), gid: getegid(), pid: getpid()))
  }

  @Test func aVectorIsReusedAndBounded() throws {
    let vector = WriteVector()
    let byte: [UInt8] = [1]
    byte.withUnsafeBytes { bytes in
      for _ in 0..<WriteVector.buffersMax { vector.append(bytes) }
    }
    #expect(vector.isFull && vector.byteCount == WriteVector.buffersMax)
    var total = 0
    byte.withUnsafeBytes { _ in vector.forEach { total += $0.count } }
    #expect(total == WriteVector.buffersMax)
    vector.removeAll()
    #expect(vector.count == 0 && vector.byteCount == 0 && !vector.isFull)
  }

  @Test func aStreamIsClosedWhenNobodyHasItAnyMore() throws {
    let (near, far) = try Stream.pair()
    do { _ = consume far }
    #expect(near.receive() == ("", true))
  }

  @Test func connectingToNothingSaysWhy() {
    #expect(throws: SystemError(call: "connect", code: ENOENT)) { try Stream.connect(to: "/tmp/no-such-dir/sock") }
    #expect(throws: SystemError(call: "connect", code: ENAMETOOLONG)) {
      try Stream.connect(to: "/" + String(repeating: "x", count: 200))
    }
    #expect(SystemError(call: "connect", code: ENOENT).description == "connect: No such file or directory")
  }
}
