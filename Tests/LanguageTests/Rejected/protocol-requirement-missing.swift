// A conforming type lacks a requirement.
protocol Service {
  func fetch(_ id: Int) -> String
}
struct Mock: Service {  // error: type 'Mock' does not conform to protocol 'Service'
}
