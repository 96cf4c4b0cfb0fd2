// What a requirement may not have.
protocol Named {
  func name() -> String { "" }  // error: protocol methods must not have bodies
  func greet(loudly: Bool = false)  // error: default argument not permitted in a protocol method
  init(named: String = "")  // error: default argument not permitted in a protocol initializer
  subscript(position: Int = 0) -> Int { get }  // error: default argument not permitted in a protocol subscript
  init() {}  // error: protocol initializers must not have bodies
  deinit {}  // error: deinitializers may only be declared within a class, actor, or noncopyable type
}
