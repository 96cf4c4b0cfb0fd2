// A closure gives another type than declared.
// swift-format-ignore-file
let lengths: [Int] = ["a", "bb"].map { $0 + "!" }  // error: cannot convert value of type 'String' to closure result type 'Int'
