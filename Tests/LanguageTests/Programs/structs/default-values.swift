// Properties with default values: the memberwise initialiser takes some of them.
struct Settings {
  var volume = 5
  var name: String
  var isMuted = false
  let version = 2
}
print(Settings(name: "a"))
print(Settings(volume: 7, name: "b"))
print(Settings(name: "c", isMuted: true).version)
var settings = Settings(name: "d")
settings.volume += 3
print(settings.volume, settings == settings)
extension Settings: Equatable {}
