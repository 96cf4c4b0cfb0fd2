// An implicit member that the enum does not have.
enum Status { case placed, delivered }
let status: Status = .shipped  // error: type 'Status' has no member 'shipped'
