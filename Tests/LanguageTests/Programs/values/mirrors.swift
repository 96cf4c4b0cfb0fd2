// Mirror: what a value is made of.
import Foundation

struct Book { var title = "Dune"; var pages: Int? = 3; private let id = 7 }
let book = Mirror(reflecting: Book())
for part in book.children { print(part.label ?? "-", part.value) }
print(book.displayStyle == .struct, book.subjectType, book.children.count, book)

class Base { var x = 1 }
final class Derived: Base { var y = "two" }
let derived = Mirror(reflecting: Derived())
print(derived.children.map { $0.label ?? "-" }, derived.superclassMirror?.children.first?.label ?? "-")
print(derived.displayStyle == .class, derived.superclassMirror?.superclassMirror == nil)

enum Shape { case dot, circle(radius: Double), line(Int, Int) }
print(
  Mirror(reflecting: Shape.dot).children.count, Mirror(reflecting: Shape.circle(radius: 2)).children.first?.label ?? "-"
)
print(Mirror(reflecting: Shape.line(1, 2)).displayStyle == .enum)

print(Mirror(reflecting: (1, name: "b")).children.map { $0.label ?? "-" })
print(
  Mirror(reflecting: [4, 5]).children.map { "\($0.value)" }, Mirror(reflecting: [4, 5]).displayStyle == .collection)
print(Mirror(reflecting: ["a": 1]).displayStyle == .dictionary, Mirror(reflecting: 3).children.isEmpty)
print(book.descendant("title") ?? "-", book.descendant("none") == nil)

func properties(_ value: Any) -> [String: String] {
  var result: [String: String] = [:]
  for case let (label?, value) in Mirror(reflecting: value).children { result[label] = "\(value)" }
  return result
}
print(properties(Book()).keys.sorted())

struct Secret: CustomReflectable {
  var value = 7
  var customMirror: Mirror { Mirror(self, children: ["value": "hidden"]) }
}
print(Mirror(reflecting: Secret()).children.map { "\($0.value)" })
