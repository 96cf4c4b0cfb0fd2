// The variable of a for loop is a constant.
for count in 1...3 {
  count += 1  // error: left side of mutating operator isn't mutable: 'count' is a 'let' constant
}
