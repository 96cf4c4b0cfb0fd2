// A tuple is taken apart into too many names.
// swift-format-ignore-file
let (a, b, c) = (1, 2)  // error: '(Int, Int)' is not convertible to '(Int, Int, _)', tuples have a different number of elements
