// A property called like a function.
let text = "abc"
print(text.count())  // error: cannot call value of non-function type 'Int'
