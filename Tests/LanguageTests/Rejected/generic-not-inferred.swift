// A type parameter that nothing determines.
struct Stack<Element> {
  var elements: [Element] = []
}
let stack = Stack()  // error: generic parameter 'Element' could not be inferred
