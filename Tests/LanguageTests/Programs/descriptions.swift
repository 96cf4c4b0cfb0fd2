// What values look like as text. `descriptions.txt` is what this prints when it is compiled as module `main`.
import Foundation

enum OrderStatus { case placed, shipped(Int), lost(by: String, day: Int), both(Int, String), one(label: Int) }
enum Size: String { case small = "S" }
struct Book { var title: String; var pages: Int }
struct Empty {}
struct Box<T> { var value: T }
struct Outer<T> { struct Inner { var x = 1 }; enum Kind { case a } }
struct Lazy { lazy var made = 3; lazy var unmade = 3 }
enum Carrier<T> { case some2(T), none2, maybe(T?) }
class Shelf { var books = [1, 2]; let name = "s" }
class Drawer: Shelf { var extra: Int? = nil }
class Copy: Drawer {}
class Node { var next: Node?; let n = 1; weak var w: Node? }
class Crate<T> { var content: T; init(_ content: T) { self.content = content } }
enum Failure: Error { case bad, worse(String) }
protocol Shape {}
struct Nice: CustomStringConvertible { var a = 1; var description: String { "nice" } }
struct Both: CustomStringConvertible, CustomDebugStringConvertible {
  var a = 1
  var description: String { "nice" }
  var debugDescription: String { "debug" }
}
enum NiceCase: CustomStringConvertible { case a, b(Int); var description: String { "a nice case" } }
class NiceClass: CustomStringConvertible { var n = 1; var description: String { "a nice object" } }

func show<T>(_ label: String, _ x: T) {
  print("\(label) | \(String(describing: x)) | \(String(reflecting: x))")
  dump(x)
}

let shelf = Shelf()
let ring = Node()
ring.next = ring
ring.w = ring
var lazily = Lazy()
_ = lazily.made

show("int", 3); show("bool", true); show("void", ()); show("float", Float(0.1)); show("character", Character("c"))
show("text", "a \"q\" \\ é'\u{1}"); show("empty text", "")
show("doubles", [1.0, 1e20, 0.1, -0.0, .nan, .infinity, -.infinity, 1e16, 1e15, 1e-300, 0.0001, 0.00001])
show("characters", ["c", "\"", "\u{301}"] as [Character])
show("case", OrderStatus.placed); show("raw case", Size.small)
show("payload", OrderStatus.shipped(3)); show("labelled payload", OrderStatus.lost(by: "me", day: 2))
show("two in payload", OrderStatus.both(1, "x")); show("one labelled", OrderStatus.one(label: 4))
show("generic case", Carrier<Int>.none2); show("generic payload", Carrier.some2(1));
show("optional payload", Carrier.maybe(1))
show("void payload", Carrier<Void>.some2(())); show("tuple payload", Carrier.some2((a: 1, 2)))
show("cases", [OrderStatus.placed, .shipped(2)]); show("optional case", Optional(OrderStatus.placed))
show("tuple of case", (1, b: OrderStatus.placed)); show("dictionary of case", [1: OrderStatus.placed])
show("struct", Book(title: "x", pages: 3)); show("structs", [Book(title: "a\"b", pages: 1)]);
show("empty struct", Empty())
show("box", Box(value: "a")); show("box of array", Box(value: [Book]())); show("box of nil", Box<Int?>(value: nil))
show("box of case", Box(value: OrderStatus.placed)); show("box of object", Box(value: shelf))
show("inner", Outer<Int>.Inner()); show("inner case", Outer<Int>.Kind.a); show("lazy", lazily)
show("object", shelf); show("subclass", Drawer()); show("copy", Copy()); show("generic object", Crate(1))
show("objects", [shelf, shelf]); show("optional object", Optional(shelf)); show("ring", ring)
show("optional", Optional(3)); show("nil", Optional<Int>.none); show("double optional", Optional<Int?>.some(.some(3)))
show("some nil", Optional<Int?>.some(nil)); show("optional text", Optional("a"));
show("optional struct", Optional(Book(title: "x", pages: 3)))
show("optionals", [1, nil] as [Int?]); show("optional any", Optional<Any>.some(3));
show("optional array", Optional(["a"]))
show("tuple", (1, "a")); show("labelled tuple", (a: 1, b: "x")); show("nested tuple", ((1, 2), 3));
show("tuple of nil", (x: Optional(1), y: Optional<Int>.none))
show("array", [1, 2]); show("empty array", [Int]()); show("nested array", [[1], []] as [[Int]]); show("texts", ["a\n"]);
show("voids", [()])
show("dictionary", ["a": 1]); show("empty dictionary", [String: Int]()); show("nested dictionary", ["k": ["x", "y"]]);
show("dictionary of nil", ["a": nil] as [String: Int?])
show("set", Set([1])); show("empty set", Set<String>()); show("sets", [Set(["a"])]); show("slice", [1, 2, 3][0..<2])
show(
  "any",
  [3, "a", OrderStatus.placed, Book(title: "t", pages: 1), Optional(3) as Any, Optional<Int>.none as Any] as [Any])
show("range", 0..<3); show("closed range", 0...3); show("ranges", [0..<3]); show("text range", "a"..."c")
show("error", Failure.bad as any Error); show("errors", [Failure.worse("x")] as [any Error])
show("result", Result<Int, Failure>.success(3)); show("failed result", Result<Book, any Error>.failure(Failure.bad))
show("nice", Nice()); show("both", Both()); show("nices", [Nice()]); show("boths", [Both()])
show("nice case", NiceCase.a); show("nice payload", NiceCase.b(1)); show("nice object", NiceClass());
show("nice objects", [NiceClass()])
show("function", { (x: Int) in x }); show("functions", [{ (x: Int) in x }])
show("date", Date(timeIntervalSinceReferenceDate: 725760000.5)); show("dates", [Date.distantPast, Date.distantFuture]);
show("before", Date(timeIntervalSinceReferenceDate: -0.5))
show("far", Date(timeIntervalSinceReferenceDate: 63113904001))
show("uuid", [UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!])
show("type", Int.self); show("type of struct", Book.self); show("type of array", [Book].self);
show("type of optional", Int?.self)
show("type of tuple", (Int, a: String).self); show("type of dictionary", [String: Book].self);
show("type of any", Any.self)
show("type of error", (any Error).self); show("types", [Int.self, Int.self]);
show("type of inner", Outer<Int>.Inner.self)
typealias Function = (inout Int, Book) throws -> Void
show("type of function", Function.self); show("type of optional function", (() -> Void)?.self);
show("type of result", Result<Int, any Error>.self)
show("type of protocol", (any Shape).self); show("type of type", Int.Type.self)
