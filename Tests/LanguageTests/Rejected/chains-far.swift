// What is wrong at the end of a chain is said there.
let x = [1.5].map { $0 + 0 }.map { $0 + 1 }.map { $0.foo }  // error: value of type 'Double' has no member 'foo'
let y = [1].map { $0 + 1 }.map { $0 * 2 }.map { $0.foo }  // error: value of type 'Int' has no member 'foo'
