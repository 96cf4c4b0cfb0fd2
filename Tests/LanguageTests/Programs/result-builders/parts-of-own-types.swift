// Builders whose parts have types of their own.

protocol Node { var text: String { get } }
struct Text: Node { let text: String; init(_ text: String) { self.text = text } }
struct Pair<A: Node, B: Node>: Node { let a: A, b: B; var text: String { a.text + b.text } }
enum Choice<A: Node, B: Node>: Node {
  case first(A), second(B)
  var text: String {
    switch self {
    case .first(let a): "<" + a.text
    case .second(let b): ">" + b.text
    }
  }
}
struct Maybe<A: Node>: Node { let a: A?; var text: String { a?.text ?? "-" } }
struct Many<A: Node>: Node { let all: [A]; var text: String { all.map(\.text).joined(separator: ",") } }
struct Empty: Node { var text: String { "0" } }

@resultBuilder enum NodeBuilder {
  static func buildBlock() -> Empty { Empty() }
  static func buildPartialBlock<A: Node>(first: A) -> A { first }
  static func buildPartialBlock<A: Node, B: Node>(accumulated: A, next: B) -> Pair<A, B> {
    Pair(a: accumulated, b: next)
  }
  static func buildEither<A: Node, B: Node>(first: A) -> Choice<A, B> { .first(first) }
  static func buildEither<A: Node, B: Node>(second: B) -> Choice<A, B> { .second(second) }
  static func buildOptional<A: Node>(_ a: A?) -> Maybe<A> { Maybe(a: a) }
  static func buildArray<A: Node>(_ all: [A]) -> Many<A> { Many(all: all) }
  static func buildExpression<A: Node>(_ a: A) -> A { a }
  static func buildExpression(_ s: String) -> Text { Text(s) }
}

protocol Component {
  associatedtype Body: Node
  @NodeBuilder var body: Body { get }
}
struct Greeting: Component {
  var name: String?
  var body: some Node {
    "hello "
    if let name { Text(name) } else { Empty() }
  }
}
func show<N: Node>(@NodeBuilder _ make: () -> N) {
  let made = make()
  print(made.text, type(of: made))
}
print(Greeting(name: "ada").body.text, Greeting().body.text)
let k = 2
show { "a" }
show {
  "a"; Text("b"); "c"
}
show { if k == 1 { "one" } else { Empty() } }
show { if k == 1 { "one" } else if k == 2 { Text("two"); "!" } else { Empty() } }
show { if k == 3 { "three" } }
show { for i in 0..<k { "\(i)"; Empty() } }
show {
  switch k {
  case 1: "one"
  case 2: Maybe(a: Text("x"))
  default: Empty()
  }
}
show {}
struct Stack<Content: Node>: Node {
  let content: Content
  init(@NodeBuilder content: () -> Content) { self.content = content() }
  var text: String { "[" + content.text + "]" }
}
show {
  Stack {
    "in"; Stack { "deep" }
  }; "out"
}
