// Wrapped properties in memberwise and own initialisers, wrapped local variables, projections of both.
@propertyWrapper struct Clamped {
  private var value: Int
  let range: ClosedRange<Int>
  init(wrappedValue: Int, _ range: ClosedRange<Int>) {
    self.range = range; value = min(max(wrappedValue, range.lowerBound), range.upperBound)
  }
  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, range.lowerBound), range.upperBound) }
  }
  var projectedValue: Self { self }
}
struct Level { @Clamped(0...5) var volume = 3; var name: String }
print(Level(volume: 99, name: "a").volume, Level(name: "b").volume)
@propertyWrapper struct Lower {
  var wrappedValue: String { didSet { wrappedValue = wrappedValue.lowercased() } }
  init(wrappedValue: String) { self.wrappedValue = wrappedValue.lowercased() }
}
struct User { @Lower var mail: String; init(mail: String) { self.mail = mail } }
print(User(mail: "A@B").mail)
final class Account { @Lower var mail: String; init(mail: String) { self.mail = mail; self.mail += "X" } }
print(Account(mail: "A@B").mail)
func test() {
  @Lower var name = "ABC"
  name += "D"
  print(name, _name)
  @Clamped(1...3) var x: Int = 7
  print(x, $x.range)
  x -= 10
  let show = { print(x) }
  show()
}
test()
