// Sets of a program's own: what SetAlgebra gives them.
// swift-format-ignore-file
struct BitSet: SetAlgebra, Sequence, CustomStringConvertible {
  typealias Element = Int
  var bits: UInt64 = 0
  init() {}
  private init(bits: UInt64) { self.bits = bits }
  func contains(_ m: Int) -> Bool { bits & (1 << m) != 0 }
  @discardableResult mutating func insert(_ m: Int) -> (inserted: Bool, memberAfterInsert: Int) { defer { bits |= 1 << m }; return (!contains(m), m) }
  @discardableResult mutating func remove(_ m: Int) -> Int? { defer { bits &= ~(1 << m) }; return contains(m) ? m : nil }
  @discardableResult mutating func update(with m: Int) -> Int? { insert(m).inserted ? nil : m }
  func union(_ o: BitSet) -> BitSet { .init(bits: bits | o.bits) }
  func intersection(_ o: BitSet) -> BitSet { .init(bits: bits & o.bits) }
  func symmetricDifference(_ o: BitSet) -> BitSet { .init(bits: bits ^ o.bits) }
  mutating func formUnion(_ o: BitSet) { self = union(o) }
  mutating func formIntersection(_ o: BitSet) { self = intersection(o) }
  mutating func formSymmetricDifference(_ o: BitSet) { self = symmetricDifference(o) }
  func makeIterator() -> AnyIterator<Int> { var b = bits; return AnyIterator { guard b != 0 else { return nil }; defer { b &= b - 1 }; return b.trailingZeroBitCount } }
  var description: String { "{\(map(String.init).joined(separator: ","))}" }
}
let primes: BitSet = [2, 3, 5, 7], odd = BitSet([1, 3, 5, 7, 9])
print(primes.union(odd), primes.intersection(odd), primes.subtracting(odd), primes.isSubset(of: odd), BitSet([3]).isStrictSubset(of: odd))
print(primes.isDisjoint(with: [4, 6]), primes.symmetricDifference(odd), primes.isEmpty, BitSet().isEmpty, odd.isSuperset(of: [1, 9]), odd.isStrictSuperset(of: odd))
var some = primes
some.subtract(odd)
some.insert(11)
print(some, some == [2, 11])
struct Options: OptionSet, Hashable { let rawValue: Int; static let a = Options(rawValue: 1), b = Options(rawValue: 2), c = Self(rawValue: 4) }
let options: Options = [.a, .c]
print(options.isSuperset(of: [.a]), options.isEmpty, options.subtracting(.a).rawValue, options.isStrictSubset(of: [.a, .b, .c]), Set([1, 2]).isStrictSuperset(of: [1]))
