import EventLoop

/// A transport whose other end belongs to another user.
final class ForeignStream: Transport {
  let beneath: Stream
  let peer: PeerCredentials
  init(_ beneath: Stream, uid: UInt32, gid: UInt32 = 7777) {
    self.beneath = beneath
    peer = PeerCredentials(uid: uid, gid: gid, pid: 1)
  }
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome { beneath.read(into: buffer) }
  func write(_ vector: WriteVector) -> WriteOutcome { beneath.write(vector) }
  func attach(to loop: EventLoop, interest: Readiness, handler: any ReadyHandler) throws(SystemError) {
    try beneath.attach(to: loop, interest: interest, handler: handler)
  }
  func setInterest(_ interest: Readiness) throws(SystemError) { try beneath.setInterest(interest) }
  func close() { beneath.close() }
}
