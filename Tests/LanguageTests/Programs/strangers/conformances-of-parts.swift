// Parts that conform because of what is known of a generic parameter.
protocol DefaultSource { associatedtype Value: Codable & Equatable; static var value: Value { get } }
enum F: DefaultSource { static var value: Bool { false } }
struct Order: Codable, Equatable { @Default<F> var gift: Bool; var id: Int }
@propertyWrapper struct Default<S: DefaultSource>: Codable, Equatable {
  var wrappedValue: S.Value
  init(wrappedValue: S.Value = S.value) { self.wrappedValue = wrappedValue }
}
struct Box<S: DefaultSource>: Equatable, Hashable where S.Value: Hashable {
  var v: S.Value; var w: [S.Value]; var o: S.Value?
}
print(Box<F>(v: true, w: [], o: nil) == Box<F>(v: true, w: [], o: nil))
