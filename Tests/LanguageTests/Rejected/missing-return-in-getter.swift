// A computed property of several statements without return.
struct Book {
  var pages = 3
  var size: String {
    let text = pages > 100 ? "long" : "short"
    print(text)
  }  // error: missing return in getter expected to return 'String'
}
