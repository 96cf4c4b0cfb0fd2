// An operator that does not exist.
import Combine

let token = [1, 2].publisher
  .map { $0 * 2 }
  .distinct()  // error: value of type 'Publishers.Map<Publishers.Sequence<[Int], Never>, Int>' has no member 'distinct'
  .sink { print($0) }
