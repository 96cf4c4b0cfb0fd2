// A closure's parameter that is a wrapper: `{ $item in … }`, where `item` is what it wraps.
@propertyWrapper final class Cell<Value> {
  var wrappedValue: Value
  var projectedValue: Cell<Value> { self }
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  init(projectedValue: Cell<Value>) { wrappedValue = projectedValue.wrappedValue }
}
let cells = [Cell(wrappedValue: 1), Cell(wrappedValue: 2)]
print(cells.map { $cell in cell * 10 })
cells.forEach { $cell in
  let twice = { cell * 2 }
  print(twice(), $cell.wrappedValue)
}
print(cells.filter { $cell in cell > 1 }.map { $cell in $cell.wrappedValue })
print(zip(cells, [5, 6]).map { $0.wrappedValue + $1 })
