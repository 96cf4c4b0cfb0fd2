// Observers on a property that the superclass computes: its getter and setter run, the getter for the old value only if that is used.
// swift-format-ignore-file
class Gauge {
  private var stored = 12
  var level: Int {
    get { print("read"); return stored }
    set { print("write \(newValue)"); stored = newValue }
  }
}
class Loud: Gauge { override var level: Int { didSet { print("set") } } }
class Before: Gauge { override var level: Int { willSet { print("will be \(newValue)") } } }
class Both: Gauge {
  override var level: Int {
    willSet(next) {
      if next < 0 { return }
      print("will be \(next)")
    }
    didSet(last) { print("was \(last)") }
  }
}
final class Louder: Both { override var level: Int { didSet { print("now", oldValue) } } }
Loud().level = 1
Before().level = 2
Both().level = -3
let louder = Louder()
louder.level += 4
let gauge: Gauge = louder
gauge.level = 5

class Box<T> {
  var content: T
  init(_ content: T) { self.content = content }
  var shown: T { get { content } set { content = newValue } }
}
final class Named: Box<String> { override var shown: String { didSet { print(oldValue, "->", shown) } } }
let named = Named("a")
named.shown = "b"
named.shown += "c"

// A stored property that is computed in between.
class Base { var n = 0 }
class Doubled: Base { override var n: Int { get { super.n * 2 } set { super.n = newValue } } }
class Watched: Doubled { override var n: Int { didSet { print("n", oldValue, n) } } }
let watched = Watched()
watched.n = 4
watched.n = 5
