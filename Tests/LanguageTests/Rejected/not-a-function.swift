// A value that cannot be called.
let number = 5
print(number(3))  // error: cannot call value of non-function type 'Int'
