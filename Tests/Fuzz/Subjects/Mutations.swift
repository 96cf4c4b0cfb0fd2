/// Inputs made of others by chance alone, where nothing tells what they reach.
import TestSupport

public struct Mutations {
  private var random: SeededRandom
  private let inputs: [[UInt8]]
  private let subject: Subject

  public init(of inputs: [[UInt8]], for subject: Subject, seed: UInt64) {
    self.inputs = inputs.isEmpty ? [[]] : inputs
    self.subject = subject
    random = SeededRandom(seed: seed)
  }

  private mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }

  public mutating func next() -> [UInt8] {
    var bytes = inputs[chance(inputs.count)]
    for _ in 0...chance(8) {
      let place = chance(bytes.count + 1)
      switch chance(6) {
      case 0: bytes.insert(UInt8(chance(256)), at: place)
      case 1 where !bytes.isEmpty: bytes[place % bytes.count] ^= 1 << UInt8(chance(8))
      case 2 where !bytes.isEmpty: bytes.removeSubrange(place..<min(bytes.count, place + 1 + chance(16)))
      case 3 where !subject.words.isEmpty:
        bytes.insert(contentsOf: subject.words[chance(subject.words.count)].utf8, at: place)
      case 4:
        let other = inputs[chance(inputs.count)]
        let from = chance(other.count)
        bytes.insert(contentsOf: other[from..<min(other.count, from + 1 + chance(64))], at: place)
      default: if !bytes.isEmpty { bytes[place % bytes.count] = UInt8(chance(256)) }
      }
    }
    return Array(bytes.prefix(subject.bytesMax))
  }
}
