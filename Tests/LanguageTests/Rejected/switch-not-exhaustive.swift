// A switch forgets a case.
enum OrderStatus { case placed, processing, delivered }
func text(_ status: OrderStatus) -> String {
  switch status {  // error: switch must be exhaustive
  case .placed: return "placed"
  case .processing: return "processing"
  }
}
