// The pattern has another number of payload values.
// swift-format-ignore-file
enum Media { case book(title: String, pages: Int) }
let media = Media.book(title: "x", pages: 1)
if case .book(let a, let b, let c) = media {  // error: tuple pattern has the wrong length for tuple type '(String, Int)'
  print(a, b, c)
}
