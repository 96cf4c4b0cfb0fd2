// Values of different types are compared.
let typed = "42"
if typed == 42 {  // error: binary operator '==' cannot be applied to operands of type 'String' and 'Int'
  print("equal")
}
