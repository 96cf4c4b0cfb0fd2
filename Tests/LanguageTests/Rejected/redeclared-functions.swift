// The same function twice.
class Tree {
  func search(_ value: Int) -> Int? { nil }
  func search(_ value: Int) -> Int? { nil }  // error: invalid redeclaration of 'search'
  func search(_ value: String) -> Int? { nil }
  func search(_ value: Int) -> Bool { true }
  static func search(_ value: Int) -> Int? { nil }
  init(_ value: Int) {}
  init(_ value: Int) {}  // error: invalid redeclaration of 'init(_:)'
  convenience init?(_ value: Int) { self.init(1) }  // error: invalid redeclaration of 'init(_:)'
  subscript(position: Int) -> Int { 1 }
  subscript(position: Int) -> Int { 2 }  // error: invalid redeclaration of 'subscript(_:)'
  func search(_ value: Int) async -> Int? { nil }
  func generic<T>(_ value: T) {}
  func generic<T>(_ value: T) where T: Equatable {}
  func plain() {}
}
extension Tree {
  func plain() {}  // error: invalid redeclaration of 'plain()'
}
extension Array where Element == Int { func total() -> Int { 1 } }
extension Array where Element == Double { func total() -> Int { 2 } }
struct Value {
  func plain() {}
  var plain: Int { 1 }  // error: invalid redeclaration of 'plain'
}
