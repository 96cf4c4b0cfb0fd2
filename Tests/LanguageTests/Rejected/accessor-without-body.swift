// An accessor beside one that has a body has one, too.
struct S {
  var x: Int {
    get { 1 }
    set  // error: expected '{' to start setter definition
  }
}
