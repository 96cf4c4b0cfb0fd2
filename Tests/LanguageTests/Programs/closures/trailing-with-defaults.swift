// Which of several parameters with defaults a trailing closure is.
// swift-format-ignore-file
func run(first: () -> Void = { print("a") }, second: () -> Void = { print("b") }) {
  first()
  second()
}
run { print("one") }
run {
  print("x")
} second: {
  print("y")
}
func load(_ number: Int = 1, onStart: (() -> Void)? = nil, then: (() -> Void)? = nil) {
  onStart?()
  print(number)
  then?()
}
load { print("then") }
load(3) { print("then") }
func animate(_ changes: () -> Void, completion: ((Bool) -> Void)? = nil) {
  changes()
  completion?(true)
}
animate { print("changes") }
animate {
  print("changes")
} completion: {
  print($0)
}
func watch(onNext: ((Int) -> Void)? = nil, onEnd: (() -> Void)? = nil) {
  onNext?(1)
  onEnd?()
}
watch { print("next", $0) }
watch { print("end") }
watch(onNext: { print($0) }) { print("end") }
