// An array literal of different types without annotation.
// swift-format-ignore-file
let mixed = [1, "two"]  // error: heterogeneous collection literal could only be inferred to '[Any]'; add explicit type annotation if this is intentional
