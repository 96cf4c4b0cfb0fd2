// if, else if, else, with several conditions and bindings.
func describe(_ count: Int) -> String {
  if count == 0 {
    return "none"
  } else if count == 1 {
    return "one"
  } else if count < 10, count.isMultiple(of: 2) {
    return "few, even"
  } else {
    return "many"
  }
}
for count in [0, 1, 4, 5, 12] { print(count, describe(count)) }

let name: String? = "Ann"
let age: Int? = 31
if let name, let age, age > 18 {
  print("\(name) is \(age)")
}
if let years = age, years > 40 {
  print("old")
} else {
  print("young")
}
if name == nil { print("no name") } else { print("has a name") }
let nothing: Int? = nil
if let nothing { print(nothing) } else { print("nothing") }
if var editable = name {
  editable += "!"
  print(editable, name!)
}
