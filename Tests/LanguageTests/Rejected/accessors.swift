// Accessors that do not go together.
// swift-format-ignore-file
let computedConstant: Int { 1 }  // error: 'let' declarations cannot be computed properties
var both: Int { get { 1 } willSet {} }  // error: 'willSet' cannot be provided together with a getter
struct Value {
  let computed: Int { 1 }  // error: 'let' declarations cannot be computed properties
  let observed: Int = 1 { didSet {} }  // error: 'let' declarations cannot be observing properties
  var observedAndComputed: Int { get { 1 } set {} didSet {} }  // error: 'didSet' cannot be provided together with a getter
  var written: Int { set {} }  // error: variable with a setter must also have a getter
  subscript(position: Int) -> Int { set {} }  // error: subscript with a setter must also have a getter
  lazy var late: Int { 1 }  // error: lazy properties must have an initializer  // error: 'lazy' cannot be used on a computed property
}
extension Value {
  let inExtension: Int { 1 }  // error: 'let' declarations cannot be computed properties
}
protocol Named {
  let name: String  // error: protocols cannot require properties to be immutable; declare read-only properties by using 'var' with a '{ get }' specifier
}
protocol Labelled {
  let label: String { get }  // error: 'let' declarations cannot be computed properties
}
