// A member of the wrapped value without unwrapping.
// swift-format-ignore-file
let name: String? = "Ann"
print(name.count)  // error: value of optional type 'String?' must be unwrapped to refer to member 'count' of wrapped base type 'String'
