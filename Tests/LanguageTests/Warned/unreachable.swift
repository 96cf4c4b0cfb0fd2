// What stands behind the end of its block.
// swift-format-ignore-file
struct Failure: Error {}

func returned() -> Int {
  return 1
  print("x")  // warning: code after 'return' will never be executed
  print("y")
}

func jumps(_ list: [Int]) throws {
  for n in list { if n > 1 { break; print("x") } }  // warning: code after 'break' will never be executed
  for n in list { if n > 1 { continue; print("x") } }  // warning: code after 'continue' will never be executed
  if list.isEmpty { throw Failure(); print("z") }  // warning: code after 'throw' will never be executed
}

func branches(_ b: Bool) -> Int {
  if b { return 1 } else { return 2 }
  print("a")  // warning: will never be executed
}

func dies() {
  fatalError()
  print("a")  // warning: will never be executed
}

func declaredBelow() -> Int {
  return helper()
  func helper() -> Int { 2 }
}

func reached(_ b: Bool) -> Int {
  if b { return 1 }
  guard b else { return 3 }
  switch b {
  case true: return 1
  case false: print("x")
  }
  return 2
}
