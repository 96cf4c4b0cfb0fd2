// From raw values and back; defaults, gaps, strings, unknown values.
enum Level: Int { case low = 1, middle, high = 10, top }
print(Level.low.rawValue, Level.middle.rawValue, Level.high.rawValue, Level.top.rawValue)
print(Level(rawValue: 2) as Any, Level(rawValue: 3) as Any, Level(rawValue: 11) == .top)
enum Route: String { case home, settings = "prefs" }
print(Route.home.rawValue, Route.settings.rawValue, Route(rawValue: "settings") == nil)
let routes = ["home", "prefs", "x"].compactMap(Route.init(rawValue:))
print(routes)
enum Planet: Double { case earth = 5.97, mars = 0.642 }
print(Planet.mars.rawValue, Planet(rawValue: 5.97)!)
