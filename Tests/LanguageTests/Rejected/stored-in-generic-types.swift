// One variable for all the types that a generic type makes there is not.
struct Box<Item> {
  static var count = 1  // error: static stored properties not supported in generic types
  static let limit = 2  // error: static stored properties not supported in generic types
  static var computed: Int { 3 }
  struct Inner { static var count = 4 }  // error: static stored properties not supported in generic types
  class Node { static let shared = 5 }  // error: static stored properties not supported in generic types
}
enum Choice<Item> { static var all = 6 }  // error: static stored properties not supported in generic types
extension Box { static var another = 7 }  // error: static stored properties not supported in generic types
protocol Named {}
extension Named { static var count = 8 }  // error: static stored properties not supported in protocol extensions
