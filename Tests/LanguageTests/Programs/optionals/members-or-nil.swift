// A case by its short name on one side of `?:`, and nil on the other: an optional of what is wanted.
enum Field: Hashable { case first, last, none }
struct Form {
  var first = ""
  var last = ""
  var focus: Field?
  mutating func save() -> Field? {
    focus = first.isEmpty ? .first : last.isEmpty ? .last : nil
    return focus
  }
}
var form = Form()
print(form.save() as Any)
form.first = "Ann"
print(form.save() as Any)
form.last = "Lee"
print(form.save() as Any)
let isOn = form.focus == nil
let other: Field? = isOn ? nil : .first
let some: Field? = isOn ? .last : nil
print(other as Any, some as Any)
func show(_ field: Field?) -> String { field.map { "\($0)" } ?? "nothing" }
print(show(isOn ? .first : nil), show(isOn ? nil : .last))
let list: [Field?] = [isOn ? .last : nil, nil, .first]
print(list.compactMap { $0 })
let nested: Field?? = isOn ? .some(.first) : nil
print(nested as Any)
let number: Int? = isOn ? 3 : nil
let text: String? = isOn ? nil : "text"
print(number as Any, text as Any)
var chosen: Field? = .last
chosen = isOn ? nil : chosen
print(chosen as Any)
