// A shared instance is the only one.
class Settings {
  static let shared = Settings()
  private init() {}
}
let mine = Settings()  // error: 'Settings' initializer is inaccessible due to 'private' protection level
