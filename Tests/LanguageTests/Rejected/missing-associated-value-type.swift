// raw values and payloads do not go together.
// swift-format-ignore-file
enum Event: String {  // error: 'Event' declares raw type 'String', but does not conform to RawRepresentable and conformance could not be synthesized
  case tap
  case key(Character)  // error: enum with raw type cannot have cases with arguments
}
