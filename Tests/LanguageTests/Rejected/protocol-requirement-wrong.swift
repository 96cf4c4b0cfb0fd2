// A conforming type has the requirement with another type.
protocol Service {
  func fetch(_ id: Int) -> String
}
struct Mock: Service {  // error: type 'Mock' does not conform to protocol 'Service'
  func fetch(_ id: String) -> String { id }
}
