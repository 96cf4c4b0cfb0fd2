/// What chance gives to programs: their random numbers, and the numbers by which their objects are told apart, which stand for
/// the addresses that Swift would show.
///
/// With a seed all of it is the same in each run that does the same. Whoever only looks at a program, such as a client that
/// reads a computed property, may look more often or not at all the next time: so what is drawn meanwhile comes from a
/// sequence of its own, and does not change what the program draws afterwards.
public final class RandomSource: RandomNumberGenerator {
  public let seed: UInt64?
  private var numbers: (own: SplitMix64, aside: SplitMix64)
  private var objects = (own: 0, aside: 1 << 40)
  private var looks = 0

  /// - Parameter seed: nil for numbers that nobody can foresee.
  public init(seed: UInt64? = nil) {
    self.seed = seed
    numbers = (SplitMix64(state: seed ?? 0), SplitMix64(state: ~(seed ?? 0)))
  }

  /// Another one that begins as this one began.
  public var fresh: RandomSource { RandomSource(seed: seed) }

  public func next() -> UInt64 {
    guard seed != nil else {
      var system = SystemRandomNumberGenerator()
      return system.next()
    }
    return looks == 0 ? numbers.own.next() : numbers.aside.next()
  }

  /// The number of an object, which no other one has.
  func nextIdentity() -> Int {
    if looks == 0 {
      objects.own += 1
      return objects.own
    }
    objects.aside += 1
    return objects.aside
  }

  func beginLook() { looks += 1 }
  func endLook() { looks -= 1 }

  /// A generator whose next number each is as good as any other, and that needs no more than a seed of one word: by Steele, Lea
  /// and Flood, as the Java library has it.
  private struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
