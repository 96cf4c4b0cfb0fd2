// What a protocol asks for is seen as far as the protocol is.
// swift-format-ignore-file
protocol Named { func name(); var label: String { get }; init(number: Int) }
struct Value: Named {
  private func name() {}  // error: method 'name()' must be declared internal because it matches a requirement in internal protocol 'Named'
  fileprivate var label: String { "" }  // error: property 'label' must be declared internal because it matches a requirement in internal protocol 'Named'
  private init(number: Int) {}  // error: initializer 'init(number:)' must be declared internal because it matches a requirement in internal protocol 'Named'
}
private protocol Hidden { func name() }
struct AlsoRight: Hidden { fileprivate func name() {} }
public protocol Shown { func name() }
public struct PublicValue: Shown { func name() {} }  // error: method 'name()' must be declared public because it matches a requirement in public protocol 'Shown'
struct InternalValue: Shown { func name() {} }
private struct PrivateValue: Named { func name() {}; var label: String { "" }; init(number: Int) {} }
