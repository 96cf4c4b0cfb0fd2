// What follows from the case before, and what does not.
// swift-format-ignore-file
enum Size: Double { case small = 1.5, large }  // error: enum case must declare a raw value when the preceding raw value is not an integer  // error: 'Size' declares raw type 'Double', but does not conform to RawRepresentable and conformance could not be synthesized
enum Grade: Int { case a = 1, b }
enum Sign: Character { case plus = "+", minus }  // error: enum cases require explicit raw values when the raw type is not expressible by integer or string literal  // error: 'Sign' declares raw type 'Character', but does not conform to RawRepresentable and conformance could not be synthesized
enum Name: String { case a = "x", b }
enum Half: Double { case none, one, half = 0.5, more }  // error: enum case must declare a raw value when the preceding raw value is not an integer  // error: 'Half' declares raw type 'Double', but does not conform to RawRepresentable and conformance could not be synthesized
