// A type that does not exist.
struct Order {
  var pizza: Pizza  // error: cannot find type 'Pizza' in scope
}
