// Only what is referred to is deinitialised.
// swift-format-ignore-file
struct Value { deinit {} }  // error: deinitializer cannot be declared in struct 'Value' that conforms to 'Copyable'
enum Choice { case one; deinit {} }  // error: deinitializer cannot be declared in enum 'Choice' that conforms to 'Copyable'
class Object {}
extension Object { deinit {} }  // error: deinitializers may only be declared within a class, actor, or noncopyable type
