// What is called with arguments that it does not take, and types that cannot be called.
// swift-format-ignore-file
@dynamicCallable struct Empty {}  // error: '@dynamicCallable' requires 'Empty' to have either a valid 'dynamicallyCall(withArguments:)' method or 'dynamicallyCall(withKeywordArguments:)' method [#DynamicCallable]
@dynamicCallable struct Sum { func dynamicallyCall(withArguments numbers: [Int]) -> Int { numbers.count } }
let sum = Sum()
print(sum("a"))  // error: cannot convert value of type 'String' to expected argument type 'Int'
print(sum(x: 1))  // error: '@dynamicCallable' type 'Sum' cannot be applied with keyword arguments; missing 'dynamicCall(withKeywordArguments:)' method [#DynamicCallable]
let text: Int = sum(1, "a")  // error: cannot convert value of type 'String' to expected argument type 'Int'
let other: String = sum(1)  // error: cannot convert value of type 'Int' to specified type 'String'
@dynamicCallable struct Growing { mutating func dynamicallyCall(withArguments numbers: [Int]) {} }
var growing = Growing()
growing(1)  // error: cannot call value of non-function type 'Growing'
