// A misspelled property; the right one is near.
struct Book {
  var title = ""
  var pages = 0
}
print(Book().pagse)  // error: value of type 'Book' has no member 'pagse'
