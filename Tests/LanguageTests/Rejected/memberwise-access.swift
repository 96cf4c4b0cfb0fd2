// The derived initialiser is seen as far as the properties are.
// swift-format-ignore-file
struct Value { private var number: Int; var name: String }
struct WithDefault { private var number = 1; var name: String }
struct Within { fileprivate var number: Int }
print(Value(number: 1, name: ""))  // error: 'Value' initializer is inaccessible due to 'private' protection level
print(WithDefault(name: ""))  // error: 'WithDefault' initializer is inaccessible due to 'private' protection level
print(WithDefault(number: 2, name: ""))  // error: 'WithDefault' initializer is inaccessible due to 'private' protection level
print(Within(number: 1))
extension Value { static func make() -> Value { Value(number: 1, name: "") } }
