// Types that are not there inside others. A generic parameter is a member only where a protocol asks for it.
// swift-format-ignore-file
struct Box<Value> { var value: Value }
let a: Box<Int>.Value = 3  // error: 'Value' is not a member type of generic struct 'main.Box<Swift.Int>'
let b: Int?.Wrapped = 3  // error: 'Wrapped' is not a member type of generic enum 'Swift.Int?'
let c: (Int, Int).First = 1  // error: 'First' is not a member type of type '(Swift.Int, Swift.Int)'
let d: [Int].Foo = 1  // error: 'Foo' is not a member type of generic struct '[Swift.Int]'
let e: [String: Int].Foo = 1  // error: 'Foo' is not a member type of generic struct '[Swift.String : Swift.Int]'
