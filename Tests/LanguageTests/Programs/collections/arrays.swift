// Arrays: creation, access, append, insert, remove, slices, searching, joining, comparing.
var list = ["salami", "olives"]
list.append("ham")
list += ["capers", "onions"]
list.insert("cheese", at: 0)
print(list, list.count, list[1], list.first!, list.last!)
print(list.remove(at: 1), list.removeLast(), list.removeFirst(), list)
list[0] = "green olives"
list.append(contentsOf: ["a", "b"])
list.removeAll { $0.count == 1 }
print(list, list.isEmpty, list.contains("ham"), list.firstIndex(of: "ham") as Any)
list.swapAt(0, 1)
print(list.joined(separator: ", "), list.indices, list.startIndex, list.endIndex)

let numbers = Array(1...6)
print(numbers[1...3], numbers[..<2], numbers.prefix(2), numbers.suffix(2), numbers.dropFirst(4), numbers.dropLast(5))
print(Array(numbers[2...]), numbers.reversed() as [Int], [0] + numbers)
print(numbers.first { $0 > 3 } as Any, numbers.firstIndex { $0 > 3 } as Any, numbers.lastIndex(of: 6) as Any)
print([1, 2] == [1, 2], [1] != [2], [Int]().isEmpty, Array(repeating: "x", count: 3))
var matrix = [[1, 2], [3, 4]]
matrix[1][0] = 9
matrix.append([])
matrix[2].append(5)
print(matrix, matrix.flatMap { $0 }, Array(matrix.joined()))
var numbers2 = numbers
numbers2.removeSubrange(1...2)
numbers2.replaceSubrange(0..<1, with: [7, 7])
print(numbers2, numbers, numbers2.popLast() as Any)
numbers2.reverse()
numbers2.sort()
print(numbers2, numbers2.min() as Any, numbers2.max() as Any)
numbers2.removeAll()
print(numbers2, numbers.randomElement() != nil, numbers.shuffled().sorted() == numbers)
