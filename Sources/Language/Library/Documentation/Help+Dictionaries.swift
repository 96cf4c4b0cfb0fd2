/// Help: dictionaries and sets. See `Documentation` for how it is written.
extension Documentation {
  static let dictionaries = #"""
    # Dictionary, Dictionary.init
    Values found by keys. Its order is any; sort the keys to print it.
    var ages = ["Ann": 7, "Bob": 9]
    ages["Cid"] = 3
    print(ages["Ann"] ?? 0, ages["Dan"] ?? 0, ages.count)
    let groups = Dictionary(grouping: [1, 2, 3]) { $0.isMultiple(of: 2) }
    print(groups[false] ?? [])
    => 7 0 3
    => [1, 3]

    # Dictionary.subscript
    The value of a key, or nil; nil written to it takes the key out. With default, never nil.
    var counts = ["a": 1]
    counts["a", default: 0] += 1
    counts["b", default: 0] += 1
    counts["c"] = nil
    print(counts["a"]!, counts["b"]!, counts["c"] ?? 0)
    => 2 1 0

    # Dictionary.keys, Dictionary.Keys
    All keys, in any order.
    print(["b": 2, "a": 1].keys.sorted())
    => ["a", "b"]

    # Dictionary.values, Dictionary.Values
    All values, in any order.
    print(["b": 2, "a": 1].values.sorted())
    => [1, 2]

    # Dictionary.updateValue
    Sets the value of a key, and gives the one it had.
    var ages = ["Ann": 7]
    print(ages.updateValue(8, forKey: "Ann") ?? 0, ages)
    => 7 ["Ann": 8]

    # Dictionary.removeValue
    Takes a key out, and gives its value.
    var ages = ["Ann": 7]
    print(ages.removeValue(forKey: "Ann") ?? 0, ages)
    => 7 [:]

    # Dictionary.removeAll
    Takes everything out.
    var ages = ["Ann": 7]
    ages.removeAll()
    print(ages.isEmpty)
    => true

    # Dictionary.remove, Dictionary.popFirst, Dictionary.Index
    Take out the pair at an index, or any pair.
    var ages = ["Ann": 7, "Bob": 9]
    if let index = ages.firstIndex(where: { $0.value > 8 }) { print(ages.remove(at: index)) }
    print(ages.popFirst()?.key ?? "", ages.count)
    => (key: "Bob", value: 9)
    => Ann 0

    # Dictionary.reserveCapacity, Dictionary.capacity
    Making room for so many pairs, and how many fit.
    var ages: [String: Int] = [:]
    ages.reserveCapacity(10)
    ages["Ann"] = 7
    print(ages.capacity >= 1)
    => true

    # Dictionary.mapValues
    Another value made of each value.
    print(["a": 1].mapValues { $0 * 10 })
    => ["a": 10]

    # Dictionary.compactMapValues
    Another value made of each value, without those that become nil.
    print(["a": "1", "b": "x"].compactMapValues { Int($0) })
    => ["a": 1]

    # Dictionary.filter
    The pairs that the closure is true for.
    print(["a": 1, "b": 2].filter { $0.value > 1 })
    => ["b": 2]

    # Dictionary.merging
    Both dictionaries as one; the closure says what becomes of two values of one key.
    print(["a": 1].merging(["a": 5]) { old, new in old + new })
    => ["a": 6]

    # Dictionary.merge
    Takes in another dictionary; the closure says what becomes of two values of one key.
    var ages = ["Ann": 7]
    ages.merge(["Ann": 8]) { _, new in new }
    print(ages)
    => ["Ann": 8]

    # Set, Set.init, Set.Index
    Values that are there once each, in any order.
    var tags: Set = ["a", "b", "a"]
    tags.insert("c")
    print(tags.count, tags.contains("b"), tags.sorted())
    => 3 true ["a", "b", "c"]

    # Set.insert
    Puts a value in, and says whether it was not there before.
    var tags: Set = ["a"]
    print(tags.insert("a").inserted, tags.insert("b").inserted)
    => false true

    # Set.update
    Puts a value in the place of an equal one, and gives that.
    var tags: Set = ["a"]
    print(tags.update(with: "a") ?? "none", tags.update(with: "b") ?? "none")
    => a none

    # Set.remove
    Takes a value out, and gives it, or nil.
    var tags: Set = ["a"]
    print(tags.remove("a") ?? "none", tags.remove("a") ?? "none")
    => a none

    # Set.removeFirst, Set.popFirst
    Take any value out.
    var tags: Set = ["a"]
    print(tags.removeFirst(), tags.popFirst() ?? "none")
    => a none

    # Set.removeAll
    Takes everything out.
    var tags: Set = ["a"]
    tags.removeAll()
    print(tags)
    => []

    # Set.contains
    Whether a value is in it.
    print(Set([1, 2]).contains(2))
    => true

    # Set.filter
    The values that the closure is true for.
    print(Set([1, 2, 3]).filter { $0 > 1 }.sorted())
    => [2, 3]

    # Set.reserveCapacity, Set.capacity
    Making room for so many values, and how many fit.
    var tags: Set<String> = []
    tags.reserveCapacity(10)
    tags.insert("a")
    print(tags.capacity >= 1)
    => true

    # Set.union, Set.formUnion
    What is in one of the two.
    print(Set([1, 2]).union([2, 3]).sorted())
    => [1, 2, 3]

    # Set.intersection, Set.formIntersection
    What is in both.
    print(Set([1, 2]).intersection([2, 3]))
    => [2]

    # Set.subtracting, Set.subtract
    What is in the first and not in the other.
    print(Set([1, 2]).subtracting([2, 3]))
    => [1]

    # Set.symmetricDifference, Set.formSymmetricDifference
    What is in one of the two, but not in both.
    print(Set([1, 2]).symmetricDifference([2, 3]).sorted())
    => [1, 3]

    # Set.isSubset, Set.isSuperset, Set.isStrictSubset, Set.isStrictSuperset, Set.isDisjoint
    Whether all of one are in the other, or none.
    let small: Set = [1], large: Set = [1, 2]
    print(small.isSubset(of: large), large.isSuperset(of: small), small.isDisjoint(with: [3]))
    => true true true

    # SetAlgebra, OptionSet, OptionSet.contains, OptionSet.isEmpty, OptionSet.insert, OptionSet.remove
    Options that can be combined: a struct of bits with a name for each.
    struct Days: OptionSet {
      let rawValue: Int
      static let saturday = Days(rawValue: 1)
      static let sunday = Days(rawValue: 2)
    }
    var days: Days = [.saturday]
    days.insert(.sunday)
    print(days.contains(.sunday), days.rawValue)
    => true 3

    # OptionSet.formUnion, OptionSet.formIntersection, OptionSet.subtract
    Adds the options of another set, keeps only those, or takes them out.
    var options: String.CompareOptions = [.caseInsensitive]
    options.formUnion([.numeric])
    options.subtract([.caseInsensitive])
    print(options == .numeric)
    => true

    # OptionSet.isSubset, OptionSet.isSuperset, OptionSet.isDisjoint
    Whether all options of one set are in the other, or none.
    let one: String.CompareOptions = [.numeric], both: String.CompareOptions = [.numeric, .backwards]
    print(one.isSubset(of: both), both.isSuperset(of: one), one.isDisjoint(with: [.backwards]))
    => true true true

    # OptionSet.union, OptionSet.intersection, OptionSet.subtracting, OptionSet.symmetricDifference
    Options of both sets, those in both, or those of the first only.
    let both: String.CompareOptions = [.numeric, .backwards]
    print(both.intersection([.numeric]) == .numeric, both.union([]) == both)
    => true true

    # KeyValuePairs, KeyValuePairs.init
    The pairs of a dictionary literal in the order of the text; a key may come twice.
    let steps: KeyValuePairs = ["boil": 3, "steep": 4, "boil": 1]
    print(steps.count, steps.map { "\($0.key) \($0.value)" })
    => 3 ["boil 3", "steep 4", "boil 1"]

    # IndexSet, IndexSet.contains, IndexSet.insert, IndexSet.remove, IndexSet.Index
    A set of positions, in order.
    var positions = IndexSet(integersIn: 1...3)
    positions.remove(2)
    positions.insert(7)
    print(Array(positions), positions.contains(3))
    => [1, 3, 7] true
    """#
}
