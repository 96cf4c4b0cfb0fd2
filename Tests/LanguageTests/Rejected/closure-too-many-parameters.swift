// A closure with more parameters than it is given.
// swift-format-ignore-file
let doubled = [1, 2].map { a, b in a * 2 }  // error: contextual closure type '(Int) -> Int' expects 1 argument, but 2 were used in closure body  // error: cannot infer type of closure parameter 'b' without a type annotation
