// Int and Double do not mix.
let pages = 3
let perDay = 1.5
print(pages * perDay)  // error: binary operator '*' cannot be applied to operands of type 'Int' and 'Double'
