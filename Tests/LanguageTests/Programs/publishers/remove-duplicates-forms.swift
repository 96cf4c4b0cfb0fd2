// Repeated values left out: by equality, by predicate, after mapping.
import Combine

_ = [1, 1, 2, 2, 1].publisher.removeDuplicates().collect().sink { print($0) }
_ = ["a", "A", "b"].publisher.removeDuplicates { $0.lowercased() == $1.lowercased() }.collect().sink { print($0) }
struct Point { var x: Int, y: Int }
_ = [Point(x: 1, y: 1), Point(x: 1, y: 2), Point(x: 3, y: 3)].publisher
  .removeDuplicates { $0.x == $1.x }
  .map(\.y)
  .collect()
  .sink { print($0) }
_ = [(1, "a"), (1, "b"), (2, "b")].publisher.map(\.0).removeDuplicates().collect().sink { print($0) }
