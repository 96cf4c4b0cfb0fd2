// A local function, or a closure that calls one, is used before what it captures is declared.
func first() {
  func next() -> Int { step + 1 }  // error: closure captures 'step' before it is declared
  print(next())
  let step = 1
  print(step)
}

func second() {
  func outer() -> Int { inner() }  // error: closure captures 'limit' before it is declared
  func inner() -> Int { limit }
  let use = outer
  let limit = 3
  print(use(), limit)
}

func third() {
  func read() -> Int { late }
  let use = { read() }  // error: closure captures 'late' before it is declared
  let late = 3
  print(use(), late)
}

func fourth() {
  var total: Int { width * 2 }  // error: closure captures 'width' before it is declared
  print(total)
  let width = 3
  print(width)
}
