// Result needs both types.
// swift-format-ignore-file
let result: Result<Int> = .success(1)  // error: generic type 'Result' specialized with too few type parameters (got 1, but expected 2)
