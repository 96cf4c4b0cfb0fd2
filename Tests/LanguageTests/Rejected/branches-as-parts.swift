// `if` and `switch` are values where they are all there is.
// swift-format-ignore-file
let flag = true
print(if flag { 1 } else { 2 })  // error: 'if' may only be used as expression in return, throw, or as the source of an assignment
let list: [Int] = [if flag { 1 } else { 2 }]  // error: 'if' may only be used as expression in return, throw, or as the source of an assignment
let sum = (switch flag { case true: 1; case false: 2 }) + 1  // error: 'switch' may only be used as expression in return, throw, or as the source of an assignment
let inParentheses = (if flag { 1 } else { 2 })  // error: 'if' may only be used as expression in return, throw, or as the source of an assignment
func result() -> Int { 1 + (if flag { 1 } else { 2 }) }  // error: 'if' may only be used as expression in return, throw, or as the source of an assignment
let right = if flag { 1 } else { 2 }
var assigned = 0
assigned = switch flag { case true: 1; case false: 2 }
func returned() -> Int { if flag { 1 } else { 2 } }
func returnedToo() -> Int { return if flag { 1 } else { 2 } }
let closure = { if flag { 1 } else { 2 } }
