// Generators of one's own give the same numbers each time, as Swift makes them.
struct Linear: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
var generator = Linear(state: 1)
print(Int.random(in: 0..<100, using: &generator), Int.random(in: -5...5, using: &generator))
print(UInt8.random(in: 0...255, using: &generator), UInt64.random(in: 0...UInt64.max, using: &generator))
print(Int16.random(in: -300..<300, using: &generator), UInt.random(in: 10...20, using: &generator))
print(Double.random(in: 0..<1, using: &generator), Double.random(in: 1...2, using: &generator))
print(Float.random(in: 0..<1, using: &generator), Bool.random(using: &generator), Bool.random(using: &generator))
print(
  [1, 2, 3, 4].shuffled(using: &generator), "abcdef".randomElement(using: &generator)!,
  (0..<50).randomElement(using: &generator)!)
var list = Array(1...8)
list.shuffle(using: &generator)
print(list, [Int]().randomElement(using: &generator) as Any)
print(generator.state)

struct Deck<G: RandomNumberGenerator> {
  var cards = Array(1...5)
  var generator: G
  mutating func mix() { cards.shuffle(using: &generator) }
  mutating func draw() -> Int? { cards.randomElement(using: &generator) }
}
var deck = Deck(generator: Linear(state: 7))
deck.mix()
print(deck.cards, deck.draw()!)

final class Counter: RandomNumberGenerator {
  var asked: UInt64 = 0
  func next() -> UInt64 {
    asked += 1
    return asked &* 0x9E37_79B9_7F4A_7C15
  }
}
var counter = Counter()
print(Int.random(in: 1...6, using: &counter), counter.asked > 0)
var any: any RandomNumberGenerator = Linear(state: 3)
print(Int.random(in: 1...1000, using: &any), any.next())
var system = SystemRandomNumberGenerator()
print((1...3).contains(Int.random(in: 1...3, using: &system)), [1, 2, 3].shuffled(using: &system).count)
func roll(using generator: inout some RandomNumberGenerator) -> Int { .random(in: 1...6, using: &generator) }
print(roll(using: &generator), roll(using: &system) > 0)
