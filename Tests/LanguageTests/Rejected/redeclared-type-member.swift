// Two properties with the same name.
struct Book {
  var title = ""
  var title = 1  // error: invalid redeclaration of 'title'
}
