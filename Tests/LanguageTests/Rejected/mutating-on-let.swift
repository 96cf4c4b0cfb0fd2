// A mutating method needs a variable.
let toppings = ["salami"]
toppings.append("olives")  // error: cannot use mutating member on immutable value: 'toppings' is a 'let' constant
