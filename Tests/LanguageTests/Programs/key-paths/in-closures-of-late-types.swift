// Key paths as functions in closures whose parameter is known only when the body of another closure is.
import Combine

func apply<T, U>(_ value: T, _ make: (T) -> U) -> U { make(value) }

_ = Just(1).flatMap { _ in Just(" 25%") }.compactMap { Int($0.filter(\.isNumber)) }.sink { print($0) }
_ = Just(1).map { _ in Just(["ab", "c"]) }.switchToLatest().map { $0.map(\.count) }.sink { print($0) }
_ = Just(1).flatMap { _ in Just([[1, 2], [3]]) }.map { $0.map(\.[0].description.count) }.sink { print($0) }
print([[1]].flatMap { _ in ["a1", "22"] }.map { $0.filter(\.isNumber) })
print(apply(apply(2) { [$0, $0 * 20] }) { $0.map(\.description.count) })
