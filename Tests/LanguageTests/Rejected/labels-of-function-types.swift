// Function types have no labels.
// swift-format-ignore-file
var one: (with: Int) -> Void = { _ in }  // error: function types cannot have argument labels; use '_' before 'with'
var two: (with value: Int) -> Void = { _ in }  // error: function types cannot have argument labels; use '_' before 'with'
var some: (Int, last: Int) -> Void = { _, _ in }  // error: function types cannot have argument labels; use '_' before 'last'
func take(_ body: (value: Int) -> Void) {}  // error: function types cannot have argument labels; use '_' before 'value'
typealias Action = (sender: Any) -> Void  // error: function types cannot have argument labels; use '_' before 'sender'
var right: (_ value: Int) -> Void = { _ in }
var tuple: ((value: Int, Int)) -> Void = { _ in }
