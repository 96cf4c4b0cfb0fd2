// filter gets a number.
// swift-format-ignore-file
import Combine

let token = ["a", "b"].publisher.filter { $0.count }.sink { print($0) }  // error: cannot convert value of type 'Int' to closure result type 'Bool'
