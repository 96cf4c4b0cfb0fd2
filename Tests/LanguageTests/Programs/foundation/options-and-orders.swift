// Sets of options of the library are values like others, and texts are ordered as people expect.
import Foundation

let both: String.CompareOptions = [.numeric, .backwards]
let none: String.CompareOptions = []
print(both == [.backwards, .numeric], both.union([]) == both, none.isEmpty, both == .numeric)
print(both.contains(.numeric), both.intersection(.numeric) == .numeric, both.rawValue == none.rawValue)
var changing = both
changing.remove(.backwards)
print(changing == .numeric, changing == both)

let files = ["file10", "File2", "file1", "éclair", "eclair"]
print(files.sorted { $0.localizedStandardCompare($1) == .orderedAscending })
print("a".localizedCompare("B") == .orderedAscending, "A".localizedCaseInsensitiveCompare("a") == .orderedSame)

struct Book { var title = "Dune" }
let length = (\Book.title).appending(path: \.count)
print(Book()[keyPath: length])
