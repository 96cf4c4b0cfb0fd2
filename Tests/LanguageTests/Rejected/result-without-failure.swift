// Result needs both types.
let result: Result<Int> = .success(1)  // error: generic type 'Result' specialized with too few type parameters (got 1, but expected 2)
