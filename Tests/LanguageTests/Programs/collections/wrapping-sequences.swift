// How sequences that wrap another one are written.
print(zip([1, 2], ["a", "b"]))
print(stride(from: 1, to: 10, by: 3))
print(stride(from: 1, through: 10, by: 3))
print(["a", "b"].enumerated(), "ab".enumerated())
print(zip(1...2, "xy"), zip([1].enumerated(), 0..<1))
print(repeatElement("x", count: 2), CollectionOfOne(3))
print("\(["a"].enumerated())", [zip([1], [2])], Optional(repeatElement(1, count: 2)) as Any)
debugPrint(["a"].enumerated(), stride(from: 1, to: 2, by: 1))
