// What takes a type that an existential does not name cannot be called on it.
// swift-format-ignore-file
protocol Shelf {
  associatedtype Item
  var items: [Item] { get }
  func add(_ item: Item)
  func same(_ other: Self) -> Bool
  func copy() -> Self
  var handler: (Item) -> Void { get }
}
func use(_ shelf: any Shelf) {
  shelf.add(1)  // error: member 'add' cannot be used on value of type 'any Shelf'; consider using a generic constraint instead [#ExistentialMemberAccess]
  print(shelf.items.count)
  print(shelf.copy())
}
func compare(_ a: any Shelf, _ b: any Shelf) -> Bool { a.same(b) }  // error: member 'same' cannot be used on value of type 'any Shelf'; consider using a generic constraint instead [#ExistentialMemberAccess]
func handle(_ a: any Shelf) { print(a.handler) }  // error: member 'handler' cannot be used on value of type 'any Shelf'; consider using a generic constraint instead [#ExistentialMemberAccess]
