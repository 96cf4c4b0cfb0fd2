// A pattern of another type.
let count = 3
switch count {
case "three": print("3")  // error: expression pattern of type 'String' cannot match values of type 'Int'
default: break
}
