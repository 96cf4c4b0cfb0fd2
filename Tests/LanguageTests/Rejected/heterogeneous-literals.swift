// A literal of several kinds by itself needs a type, one that is part of something does not.
// swift-format-ignore-file
struct A {}
class B {}
let a = [1, "a"]  // error: heterogeneous collection literal could only be inferred to '[Any]'; add explicit type annotation if this is intentional
let b = ["a": 1, "b": "x"]  // error: heterogeneous collection literal could only be inferred to '[String : Any]'; add explicit type annotation if this is intentional
let c = [1, nil, "a"]  // error: heterogeneous collection literal could only be inferred to '[Any?]'; add explicit type annotation if this is intentional
let d = [[1, 2], ["a": 1]]  // error: heterogeneous collection literal could only be inferred to '[Any]'; add explicit type annotation if this is intentional
let e = [1, true]  // error: heterogeneous collection literal could only be inferred to '[Any]'; add explicit type annotation if this is intentional
let f = [A(), B()]  // error: heterogeneous collection literal could only be inferred to '[Any]'; add explicit type annotation if this is intentional
let g = [B(), 1]  // error: heterogeneous collection literal could only be inferred to '[Any]'; add explicit type annotation if this is intentional
let h = [(1, "a"), (2, 3)]  // error: heterogeneous collection literal could only be inferred to '[Any]'; add explicit type annotation if this is intentional
let i = ["a": 1, "b": nil, "c": "x"]  // error: heterogeneous collection literal could only be inferred to '[String : Any?]'; add explicit type annotation if this is intentional
print([1, "a"], [[1], ["a"]], [1, nil, "a"])
let j = [[1], ["a"]]
let k = { [1, "a"] }
let l = [1, "a"].count
