// A value of any type that conforms to a protocol has a type that does not.
// swift-format-ignore-file
protocol Shape { var n: Int { get } }
struct Box<T: Shape> { var t: T }
func draw<T: Shape>(_ t: T, _ u: T) {}
func many<T: Shape>(_ t: [T]) {}
func one<T: Shape>(_ t: T) {}
extension Array where Element: Shape { func total() -> Int { 0 } }
func f(_ s: any Shape, _ a: [any Shape]) {
  let b: Box<any Shape>? = nil  // error: type 'any Shape' cannot conform to 'Shape' [#ProtocolTypeNonConformance]
  let c = Box(t: s)  // error: type 'any Shape' cannot conform to 'Shape' [#ProtocolTypeNonConformance]
  many(a)  // error: type 'any Shape' cannot conform to 'Shape' [#ProtocolTypeNonConformance]
  draw(s, s)  // error: type 'any Shape' cannot conform to 'Shape' [#ProtocolTypeNonConformance]
  one(s)
  print(a.total(), a.map(\.n).reduce(0, +))  // error: type 'any Shape' cannot conform to 'Shape' [#ProtocolTypeNonConformance]
}
protocol Q: Hashable {}
func g(_ q: any Q) {
  let s: Set = [q]  // error: type 'any Q' cannot conform to 'Hashable' [#ProtocolTypeNonConformance]
  let d = [q: 1]  // error: type 'any Q' cannot conform to 'Hashable' [#ProtocolTypeNonConformance]
  print([q].contains(q))  // error: type 'any Q' cannot conform to 'Equatable' [#ProtocolTypeNonConformance]
}
let a: Set<any Hashable> = [1, "a"]  // error: type 'any Hashable' cannot conform to 'Hashable' [#ProtocolTypeNonConformance]
var b = Set<any Hashable>()  // error: type 'any Hashable' cannot conform to 'Hashable' [#ProtocolTypeNonConformance]
let c: [any Hashable: Int] = [:]  // error: type 'any Hashable' cannot conform to 'Hashable' [#ProtocolTypeNonConformance]
let d: Set<AnyHashable> = [1, "a"]
func h(_ x: Set<any Equatable>) {}  // error: type 'any Equatable' does not conform to protocol 'Hashable'
struct G<T: Hashable> {}
var e: G<any Hashable>?  // error: type 'any Hashable' cannot conform to 'Hashable' [#ProtocolTypeNonConformance]
typealias H = Set<any Hashable>  // error: type 'any Hashable' cannot conform to 'Hashable' [#ProtocolTypeNonConformance]
struct Held { var s: Set<any Q> = [] }  // error: type 'any Q' cannot conform to 'Hashable' [#ProtocolTypeNonConformance]
let n: Set<Any> = []  // error: type 'Any' does not conform to protocol 'Hashable'
