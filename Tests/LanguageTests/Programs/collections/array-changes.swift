// Arrays changed in place: insert, remove, replace, swap, sort, reverse, by index and by predicate.
var list = [3, 1, 2]
list.insert(9, at: 1)
list.append(contentsOf: [7, 8])
print(list, list.remove(at: 0), list)
list.removeAll { $0 > 7 }
list.sort()
print(list, list.popLast() as Any, list.removeFirst(), list)
list += [5, 6]
list.swapAt(0, 1)
list.reverse()
list.replaceSubrange(0..<1, with: [10, 11])
print(list, list.firstIndex(of: 11) as Any, list.lastIndex { $0 < 10 } as Any)
list[0] = 1
list[1...] = [2, 3]
print(list, list.isEmpty)
list.removeLast(2)
list.removeAll()
print(list.count)
