// Optional is an enum: its cases by name, as functions, on a spelled type; its metatype.
var i: Int? = 5
switch i {
case .some(let x): print(x);
case .none: print("none")
}
let f = Optional<Int>.some;
print(f(3) as Any, [1, 2].map(Optional.some), Optional<Int>.none as Any, Int?.none == nil, Int?.some(2) == 2)
print([Int]?.none as Any, type(of: Int?.some(3)), [String: Int]?.self)
