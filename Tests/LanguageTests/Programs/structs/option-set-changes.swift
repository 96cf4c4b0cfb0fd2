// Sets of options of the program's own: what inserting and removing give.
struct Flags: OptionSet {
  let rawValue: Int; static let a = Flags(rawValue: 1), b = Flags(rawValue: 2), all: Flags = [.a, .b]
}
var fl: Flags = [.a]
print(fl.contains(.b), fl.insert(.b).inserted, fl == .all, fl.rawValue)
let again = fl.insert([.a, .b]); print(again.inserted, again.memberAfterInsert.rawValue)
print(
  fl.remove(.a)?.rawValue as Any, fl.remove(.a) as Any, fl.rawValue, fl.subtracting(.a) == .b, fl.isSuperset(of: [.a]))
fl.insert(.a); fl.remove([.a, .b]); print(fl.isEmpty)
