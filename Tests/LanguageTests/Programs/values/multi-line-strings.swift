// Multi-line string literals: indentation is stripped, line ends can be escaped, interpolation works.
let name = "Ann"
let letter = """
  Dear \(name),

    thank you for your order of "3 pizzas".
  It is \
  on its way.
  """
print(letter)
print(letter.split(separator: "\n").count)

let json = """
  {
    "title": "Pizza",
    "price": 9.5
  }
  """
print(json)
let raw = #"""
  C:\new\(name)
  """#
print(raw)
print(
  """
  last line without end
  """)
