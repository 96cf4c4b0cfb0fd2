// What the operators of an optional's publisher give when there is no value; literals that only a `Double` can be.
import Combine

_ = Just(-4).filter { $0 > 1 }.collect().sink { print("collect", $0) }
_ = Just(-4).compactMap { $0 > 1 ? $0 : nil }.collect().map(\.count).sink { print("compactMap", $0) }
_ = Just(-4).filter { $0 > 1 }.count().sink { print("count", $0) }
_ = Just(-4).filter { $0 > 1 }.replaceEmpty(with: 7).sink { print("replaceEmpty", $0) }
_ = Just(-4).filter { $0 > 1 }.eraseToAnyPublisher().count().sink { print("erased", $0) }
print(9.squareRoot(), 7.isMultiple(of: 2), 3.description)
