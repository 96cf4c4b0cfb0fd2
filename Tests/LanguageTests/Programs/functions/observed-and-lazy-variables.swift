// Observers and lazy on local variables.
func local() {
  var x = 1 {
    didSet { print("x", oldValue, x) }
    willSet { print("will", newValue) }
  }
  x = 2; x += 3
  func bump() { x += 100 }
  bump()
  var s = "a" { didSet { if s.count > 3 { s = "reset" }; print("s", s) } }
  s += "b"; s.append("cd"); s = "z"
  var arr: [Int] = [1] {
    willSet(new) { print("new", new) }
    didSet(old) { print("old", old, arr) }
  }
  arr.append(2); arr[0] = 9
}
local()
func lz() {
  lazy var y: Int = {
    print("lazy"); return 21 * 2
  }()
  print("before"); print(y, y)
  y = 3; print(y)
  lazy var unused: Int = {
    print("never"); return 1
  }()
  lazy var other = [1, 2, 3].map { $0 * 2 }
  other.append(1)
  print(other)
  lazy var set = 5
  set = 6
  print(set)
  let c = { print(y, other.count) }
  c()
  for i in 0..<2 {
    lazy var sq: Int = {
      print("sq", i); return i * i
    }()
      ;
    if i == 1 { print(sq, sq) }
  }
}
lz()
