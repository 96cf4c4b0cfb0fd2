// Of functions that ask for protocols the one is meant that asks for the most refined.
protocol Animal {}
protocol Pet: Animal {}
protocol Dog: Pet {}
struct Wolf: Animal {}
struct Cat: Pet {}
struct Poodle: Dog {}
func kind<T: Animal>(_ value: T) -> String { "animal" }
func kind<T: Pet>(_ value: T) -> String { "pet" }
func kind<T: Dog>(_ value: T) -> String { "dog" }
print(kind(Wolf()), kind(Cat()), kind(Poodle()))

func walk<S: Sequence>(_ values: S) -> String { "sequence" }
func walk<S: Collection>(_ values: S) -> String { "collection" }
func walk<S: BidirectionalCollection>(_ values: S) -> String { "bidirectional" }
func walk<S: RandomAccessCollection>(_ values: S) -> String { "random access" }
let list = [1]
print(walk(list), walk([1, 2]), walk("text"), walk(Set([1])), walk([1: 2]), walk(1...3), walk("text".utf8))
print(walk(stride(from: 0, to: 3, by: 1)), walk(list[0...]))

func compare<T: Equatable>(_ a: T, _ b: T) -> String { "equal" }
func compare<T: Comparable>(_ a: T, _ b: T) -> String { "ordered" }
print(compare(1, 2), compare("a", "b"), compare(true, false))
