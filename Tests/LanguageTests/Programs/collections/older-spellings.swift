// Spellings of older Swift that are still taken, and what is seldom used.
import Foundation
let numbers = [3, 1, 2]
print(numbers.index(of: 1) as Any, numbers.index(of: 9) as Any)
let word = "hello"
print(word.index(of: "l") == word.firstIndex(of: "l"), word[String.Index(encodedOffset: 1)])
print(word[String.Index(utf16Offset: 4, in: word)], word.endIndex.utf16Offset(in: word))
var set: Set = [1, 2, 3]
if let place = set.index(of: 2) { set.remove(at: place) }
print(set.sorted())
if let place = set.firstIndex(of: 3) { print(set.remove(at: place), set[set.startIndex]) }
var ages = ["a": 1, "b": 2]
if let place = ages.index(forKey: "a") {
  print(ages[place].key, ages[place].value)
  ages.remove(at: place)
}
print(ages, ages.index(forKey: "z") == nil)
print(M_PI, M_E, M_PI_2, M_SQRT2)
let text = "a1b22"
print(text.replacingOccurrences(of: "[0-9]+", with: "#", options: .regularExpression, range: nil))
let range = text.index(after: text.startIndex)..<text.endIndex
print(
  text.replacingOccurrences(of: "2", with: "-", options: [], range: range),
  "aXa".replacingOccurrences(of: "a", with: ""))
let any = AnyCollection([1, 2, 3])
print(any.count, any.first!, Array(any), any.map { $0 * 2 }, any[any.startIndex], any[any.index(after: any.startIndex)])
func even(_ list: [Int]) -> AnyCollection<Int> { AnyCollection(list.filter { $0 % 2 == 0 }) }
for number in even([1, 2, 4]) { print(number) }
print(AnyBidirectionalCollection([1, 2]).last!, AnyRandomAccessCollection([1, 2, 3]).count)
class Box { deinit { print("gone") } }
withExtendedLifetime(Box()) { print("here") }
print(withExtendedLifetime(Box()) { _ in 5 })
