// What an attribute asks of a type's members, and what is weak.
// swift-format-ignore-file
@propertyWrapper struct Empty { var value = 1 }  // error: property wrapper type 'Empty' does not contain a non-static property named 'wrappedValue' [#PropertyWrappers]
@propertyWrapper struct Hidden { private var wrappedValue = 1 }  // error: private property 'wrappedValue' cannot have more restrictive access than its enclosing property wrapper type 'Hidden' (which is internal) [#PropertyWrappers]
@propertyWrapper struct Static { static var wrappedValue = 1 }  // error: property wrapper type 'Static' does not contain a non-static property named 'wrappedValue' [#PropertyWrappers]
@propertyWrapper class Right { var wrappedValue = 1 }
struct Outer { @propertyWrapper enum Inner {} }  // error: property wrapper type 'Outer.Inner' does not contain a non-static property named 'wrappedValue' [#PropertyWrappers]
@resultBuilder struct Nothing {}  // error: result builder must provide at least one static 'buildBlock' method, or both 'buildPartialBlock(first:)' and 'buildPartialBlock(accumulated:next:)' [#ResultBuilderMethods]
@resultBuilder enum ByHand { func buildBlock(_ parts: Int...) -> Int { 1 } }  // error: result builder must provide at least one static 'buildBlock' method, or both 'buildPartialBlock(first:)' and 'buildPartialBlock(accumulated:next:)' [#ResultBuilderMethods]
@resultBuilder enum Partial { static func buildPartialBlock(first: Int) -> Int { first } }  // error: result builder must provide at least one static 'buildBlock' method, or both 'buildPartialBlock(first:)' and 'buildPartialBlock(accumulated:next:)' [#ResultBuilderMethods]
@resultBuilder enum RightOne { static func buildBlock(_ parts: Int...) -> Int { 1 } }
@resultBuilder enum RightOther {
  static func buildPartialBlock(first: Int) -> Int { first }
  static func buildPartialBlock(accumulated: Int, next: Int) -> Int { next }
}
class Thing {}
weak var global: Int? = 1  // error: 'weak' may only be applied to class and class-bound protocol types, not 'Int'
weak var globalThing = Thing()
class Holder {
  weak var thing = Thing()
  weak var number = 1  // error: 'weak' may only be applied to class and class-bound protocol types, not 'Int'
  weak var computed: Int? { nil }  // error: 'weak' may only be applied to class and class-bound protocol types, not 'Int'
  weak var computedThing: Thing? { nil }
  weak var mandatory: Thing { Thing() }  // error: 'weak' variable should have optional type 'Thing?'
}
func body() { weak var thing = Thing(); weak var number = 1; print(thing as Any, number as Any) }  // error: 'weak' may only be applied to class and class-bound protocol types, not 'Int'
