// sorted() of values that have no order.
// swift-format-ignore-file
struct Book {
  var pages = 1
}
let sorted = [Book(), Book()].sorted()  // error: referencing instance method 'sorted()' on 'Sequence' requires that 'Book' conform to 'Comparable'
