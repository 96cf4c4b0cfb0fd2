// An assignment to a static variable computes its initial value first.
struct S {
  static var a: Int = {
    print("made a"); return 1
  }()
  static var b: Int = {
    print("made b"); return 1
  }()
  { didSet { print(oldValue, b) } }
  static var c: [Int] = {
    print("made c"); return []
  }()
  static let d: Int = {
    print("made d"); return S.a + 1
  }()
}
S.a = 5
print(S.a)
S.b = 6
S.c.append(7)
print(S.c, S.d)
