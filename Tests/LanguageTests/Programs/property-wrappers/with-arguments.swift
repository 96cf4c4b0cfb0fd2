// Wrappers with arguments, with a projected value, generic, and in a class.
@propertyWrapper
struct Clamped {
  private var value: Int
  let range: ClosedRange<Int>
  init(wrappedValue: Int, _ range: ClosedRange<Int>) {
    self.range = range
    value = min(max(wrappedValue, range.lowerBound), range.upperBound)
  }
  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, range.lowerBound), range.upperBound) }
  }
  var projectedValue: String { "\(value) of \(range)" }
}
@propertyWrapper
struct Logged<Value> {
  var wrappedValue: Value { didSet { print("\(oldValue) -> \(wrappedValue)") } }
}
struct Player {
  @Clamped(0...10) var health = 5
  @Logged var name = "ann"
}
var player = Player()
player.health = 99
print(player.health, player.$health)
player.health -= 50
print(player.health)
player.name = "bob"
final class Game {
  @Clamped(1...3) var level = 9
}
let game = Game()
print(game.level, game.$level)
