// A constant is assigned twice.
let limit = 10
limit = 20  // error: cannot assign to value: 'limit' is a 'let' constant
print(limit)
