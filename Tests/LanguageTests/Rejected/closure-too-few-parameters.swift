// A closure that ignores parameters silently.
// swift-format-ignore-file
let sum = [1, 2].reduce(0) { $0 }  // error: contextual closure type '(Int, Int) throws -> Int' expects 2 arguments, but 1 was used in closure body
