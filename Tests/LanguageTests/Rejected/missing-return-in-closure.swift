// A closure of several statements with a declared result, and no return.
// swift-format-ignore-file
let lengths = ["a"].map { (word: String) -> Int in  // error: declared closure result 'Int' is incompatible with return type '()'
  print(word)
}
