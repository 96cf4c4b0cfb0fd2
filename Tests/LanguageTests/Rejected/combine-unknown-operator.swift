// An operator that does not exist.
import Combine

let token = [1, 2].publisher
  .map { $0 * 2 }
  .distinct()  // error: reference to member 'distinct' cannot be resolved without a contextual type
  .sink { print($0) }
