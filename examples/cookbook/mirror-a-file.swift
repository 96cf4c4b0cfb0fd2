// A file of settings as a property: what is saved in an editor is there at once. Each line says `name = value`.
import Combine
import Foundation

class Settings: ObservableObject {
  @Published private(set) var values: [String: String] = [:]

  init() {
    File("settings.conf").lines
      .filter { !$0.hasPrefix("#") && $0.contains("=") }
      .map { $0.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) } }
      .scan([String: String]()) { known, line in known.merging([line[0]: line[1]]) { $1 } }
      .assign(to: &$values)
  }
}

let settings = Settings()
