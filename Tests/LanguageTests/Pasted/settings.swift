// Settings of a screen: @AppStorage in a view model, and the view that shows them.
import SwiftUI

enum Theme: String, CaseIterable { case light, dark }

final class Settings: ObservableObject {
  @AppStorage("name") var name = "Ann"
  @AppStorage("theme") var theme: Theme = .light
  @AppStorage("count") var count: Int = 0
  @AppStorage("note") var note: String?
  @Published var saved = false
}

struct SettingsView: View {
  @StateObject private var settings = Settings()
  @AppStorage("name") private var name = "Ann"
  var body: some View { Text(settings.name) }
}

#Preview { SettingsView() }

let settings = Settings()
var changes = 0
let token = settings.objectWillChange.sink { _ in changes += 1 }
settings.name = "Bob"
settings.theme = .dark
settings.count += 1
settings.note = "n"
print(settings.name, settings.theme, settings.count, settings.note ?? "-", changes)
print(UserDefaults.standard.string(forKey: "name") ?? "-", UserDefaults.standard.string(forKey: "theme") ?? "-")
let other = Settings()
print(other.name, other.theme)
UserDefaults.standard.set("Cleo", forKey: "name")
other.count = 5
print(settings.name, settings.count, other.name)
UserDefaults.standard.set(nil, forKey: "count")
UserDefaults.standard.removeObject(forKey: "theme")
print(UserDefaults.standard.object(forKey: "theme") == nil, UserDefaults.standard.integer(forKey: "count"))
