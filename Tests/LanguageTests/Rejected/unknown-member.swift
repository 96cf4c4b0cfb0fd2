// A member that the type does not have.
let list = [1, 2, 3]
print(list.length)  // error: value of type '[Int]' has no member 'length'
