// A struct, an optional and a dictionary in published properties: each change inside is one change of the whole.
import Combine

struct Address {
  var street = ""
  var city = ""
}
struct User {
  var name = ""
  var address = Address()
  var tags: [String] = []
}
final class Profile: ObservableObject {
  @Published var user = User()
  @Published var selected: Int?
  @Published var counts: [String: Int] = [:]
}
let profile = Profile()
var changes = 0
let token = profile.objectWillChange.sink { changes += 1 }
let cities = profile.$user.map(\.address.city).removeDuplicates().sink { print("city '\($0)'") }
let selection = profile.$selected.sink { print("selected \(String(describing: $0))") }
profile.user.name = "Ann"
profile.user.address.city = "Hamburg"
profile.user.address.street = "Main St"
profile.user.tags.append("new")
profile.user.tags[0] += "!"
print(changes, profile.user.name, profile.user.tags)
profile.selected = 3
profile.selected? += 1
profile.selected = nil
profile.counts["a", default: 0] += 1
profile.counts["a"]! += 1
print(changes, profile.counts)
func rename(_ name: inout String) { name = name.uppercased() }
rename(&profile.user.name)
print(changes, profile.user.name)
