// A closure that is to give a collection gives it of literals whose elements only convert to the wanted ones.
// swift-format-ignore-file
protocol Node { var n: Int { get } }
struct Leaf: Node { var n: Int }
struct Tree: Node { var n: Int }
class Base { let name = "base" }
final class Derived: Base {}
let one: () -> [Node] = { [Leaf(n: 1)] }
let two: () -> [any Node] = { [Leaf(n: 1), Tree(n: 2)] }
let kept: () -> [Node] = { let leaf = Leaf(n: 3); return [leaf] }
let several: (Bool) -> [Node] = { flag in
  if flag { return [Leaf(n: 4)] }
  return [Tree(n: 5), Leaf(n: 6)]
}
let missing: () -> [Node?] = { [Leaf(n: 7), nil] }
let maybe: () -> [Node]? = { [Leaf(n: 8)] }
let named: () -> [String: Node] = { ["a": Leaf(n: 9), "b": Tree(n: 10)] }
let anything: () -> [Any] = { [1] }
let numbers: () -> [Int?] = { [1] }
let bases: () -> [Base] = { [Derived()] }
let known: () -> [Node] = { let leaves = [Leaf(n: 11)]; return leaves }
print(one().map(\.n), two().map(\.n), kept().map(\.n), several(true).count + several(false).count)
print(missing().compactMap { $0?.n }, maybe()?.count ?? 0, named()["b"]!.n, anything(), numbers(), bases()[0].name, known()[0].n)
func count(_ nodes: () -> [Node]) -> Int { nodes().reduce(0) { $0 + $1.n } }
print(count { [Leaf(n: 1), Leaf(n: 2)] }, count({ [Tree(n: 5)] }), count { [] })
let apply: (() -> [Node]) -> Int = { $0().count }
print(apply { [Leaf(n: 1)] })
let makers: [String: () -> [Node]] = ["a": { [Leaf(n: 1)] }, "b": { [] }]
print(makers["a"]!().count + makers["b"]!().count)
struct Section { var title: String; var rows: () -> [Node] }
let sections = [Section(title: "x", rows: { [Leaf(n: 1), Tree(n: 2)] }), Section(title: "y") { [Leaf(n: 3)] }]
print(sections.map { $0.rows().count })
enum Failure: Error { case late }
let errors: () -> [Error] = { [Failure.late] }
print(errors())
func run<Result>(_ body: () -> Result) -> Result { body() }
let given: [Node] = run { [Leaf(n: 1)] }
let mapped: [Node] = [1, 2].map { Leaf(n: $0) }
let flatOnes: [Node] = [1, 2].flatMap { [Leaf(n: $0)] }
print(given.count, mapped.map(\.n), flatOnes.count)
