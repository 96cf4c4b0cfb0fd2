// A wrapper is around a variable; a task-local one around a static one, and only bound.
// swift-format-ignore-file
@propertyWrapper struct Twice { var wrappedValue: Int }
struct S {
  @Twice let a = 1  // error: property wrapper can only be applied to a 'var'
  @TaskLocal var b = 2  // error: '@TaskLocal' can only be applied to 'static' property, or global variables (from macro 'TaskLocal ')
  @TaskLocal static var c = 3
}
S.c = 4  // error: cannot assign to property: 'c' is a get-only property
