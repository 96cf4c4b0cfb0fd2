// A text cannot be indexed with a number.
// swift-format-ignore-file
let text = "abc"
print(text[0])  // error: 'subscript(_:)' is unavailable: cannot subscript String with an Int, use a String.Index instead.
