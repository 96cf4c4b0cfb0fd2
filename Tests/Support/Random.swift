/// Randomness that can be repeated: the seed is new in each run unless `SEED` gives it, and belongs in every message.
import Foundation

public struct SeededRandom: RandomNumberGenerator {
  public let seed: UInt64
  private var state: UInt64

  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// From `SEED`, or from the system.
  public init() {
    let given = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init)
    self.init(seed: given ?? UInt64.random(in: 0..<1_000_000_000))
  }

  /// SplitMix64.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// The bytes in pieces of random lengths, most of them short; none is empty.
  public mutating func cuts(of bytes: [UInt8]) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var position = 0
    while position < bytes.count {
      let longest = Int.random(in: 0..<4, using: &self) == 0 ? 4096 : 8
      let end = min(bytes.count, position + Int.random(in: 1...longest, using: &self))
      pieces.append(Array(bytes[position..<end]))
      position = end
    }
    return pieces
  }
}
