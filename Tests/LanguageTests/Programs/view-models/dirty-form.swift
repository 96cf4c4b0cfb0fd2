// A form with a dirty flag from observers, a title that follows, and the first empty field on submit.
import Combine

final class FormModel: ObservableObject {
  enum Field: Hashable { case firstName, lastName }
  @Published var firstName = "" {
    didSet { markDirty(oldValue, firstName) }
  }
  @Published var lastName = "" {
    didSet { markDirty(oldValue, lastName) }
  }
  @Published var focus: Field?
  @Published private(set) var isDirty = false
  @Published private(set) var title = ""
  init() {
    $isDirty.map { ($0 ? "* " : "") + "Name" }.assign(to: &$title)
  }
  private func markDirty(_ old: String, _ new: String) {
    guard old != new else { return }
    isDirty = true
  }
  func save() {
    if firstName.isEmpty {
      focus = .firstName
    } else if lastName.isEmpty {
      focus = .lastName
    } else {
      focus = nil
      isDirty = false
      print("Save to disk")
    }
  }
}
let form = FormModel()
let focus = form.$focus.dropFirst().sink { print("focus \(String(describing: $0))") }
print(form.title)
form.save()
form.firstName = "Ann"
print(form.title)
form.save()
form.lastName = "Lee"
form.save()
print(form.title)
form.lastName = "Lee"
print(form.title, form.isDirty)
