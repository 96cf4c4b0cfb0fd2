// Any: casts of all kinds, in arrays and dictionaries, optionals inside.
let values: [Any] = [1, "two", 3.0, true, [4, 5], ["k": 6], (7, "t"), nil as Int? as Any, Optional(8) as Any]
for value in values {
  if let number = value as? Int {
    print("int", number)
  } else if let text = value as? String {
    print("string", text)
  } else if let list = value as? [Int] {
    print("list", list)
  } else if value is Bool {
    print("bool")
  } else {
    print("other", value)
  }
}
print(values.compactMap { $0 as? Int }, (values[5] as? [String: Int])?["k"] as Any, values[2] as! Double + 1)
print(values.contains { $0 is [String: Int] }, type(of: values[1]), (values[0] as Any) is CustomStringConvertible)
