// `super.init()` that is not written; initialisers that delegate to one that fails.
class Base {
  var text: String
  var number = 5
  init(text: String = "base") {
    self.text = text
    print("base of", type(of: self))
  }
}
class Plain: Base { override init(text: String) { print("plain"); super.init(text: text) } }
class Own: Base {
  let size: Int
  init(size: Int) { self.size = size }
}
class Failing: Base {
  let size: Int
  init?(size: Int) {
    if size < 0 { return nil }
    self.size = size
  }
}
enum Wrong: Error { case size }
class Throwing: Base {
  let size: Int
  init(size: Int) throws {
    self.size = size
    if size < 0 { throw Wrong.size }
  }
}
class Below: Own { init() { super.init(size: 7) } }
class Lowest: Below { var tag = "t"; init(tag: String) { self.tag = tag } }
print(Plain(text: "p").text, Own(size: 2).text, Own(size: 3).number, Failing(size: 3)!.text, Failing(size: -1) == nil)
print((try? Throwing(size: 2))?.text as Any, (try? Throwing(size: -2)) == nil, Lowest(tag: "x").size)
struct Whole {
  let number: Int
  init?(number: Int) {
    if number < 0 { return nil }
    self.number = number
  }
  init?(text: String) {
    guard let number = Int(text) else { return nil }
    self.init(number: number)
    print("after")
  }
}
let whole = Whole(text: "-3")
print(whole == nil, Whole(text: "3")!.number)
enum Letter: String {
  case a
  init?(number: Int) {
    self.init(rawValue: number == 1 ? "a" : "z")
    print("made")
  }
}
let letter = Letter(number: 2)
print(letter as Any, Letter(number: 1) as Any)
extension Int { init?(roman: String) { self.init(roman == "I" ? "1" : "x") } }
let roman = Int(roman: "Q")
print(roman as Any, Int(roman: "I") as Any)
