// Protocols as services use them: associated types, default implementations, composition, generic repositories, dependency injection.
protocol Entity: Identifiable, Equatable { var name: String { get set } }
protocol Repository<Model> {
  associatedtype Model: Entity
  var all: [Model] { get }
  mutating func save(_ model: Model)
  func find(_ id: Model.ID) -> Model?
}
extension Repository {
  var count: Int { all.count }
  func find(_ id: Model.ID) -> Model? { all.first { $0.id == id } }
  func names(matching test: (String) -> Bool = { _ in true }) -> [String] { all.map(\.name).filter(test).sorted() }
}
struct User: Entity { let id: Int; var name: String }
struct Tag: Entity { var name: String; var id: String { name.lowercased() } }
struct MemoryRepository<Model: Entity>: Repository {
  private var storage: [Model] = []
  var all: [Model] { storage }
  mutating func save(_ model: Model) {
    if let index = storage.firstIndex(where: { $0.id == model.id }) {
      storage[index] = model
    } else {
      storage.append(model)
    }
  }
}
var users = MemoryRepository<User>()
users.save(User(id: 1, name: "Ann"))
users.save(User(id: 2, name: "Bob"))
users.save(User(id: 1, name: "Anna"))
print(users.count, users.find(1)?.name ?? "-", users.find(9) == nil, users.names { $0.hasPrefix("A") })
var tags = MemoryRepository<Tag>()
tags.save(.init(name: "Swift"))
print(tags.find("swift")!.name, tags.names())
func describe<R: Repository>(_ repository: R) -> String where R.Model.ID == Int {
  repository.all.map { "\($0.id)=\($0.name)" }.joined(separator: ",")
}
print(describe(users))
func total(_ repositories: [any Repository]) -> Int { repositories.reduce(0) { $0 + $1.count } }
print(total([users, tags]))
func first(of repository: some Repository<User>) -> User? { repository.all.first }
print(first(of: users)?.name ?? "-")
protocol Logging { func log(_ text: String) }
protocol Clocked { var now: Int { get } }
extension Logging where Self: Clocked { func stamp(_ text: String) { log("\(now): \(text)") } }
final class Service: Logging, Clocked {
  var now = 0
  var lines: [String] = []
  func log(_ text: String) { lines.append(text) }
}
let service = Service()
service.stamp("start")
service.now += 5
service.stamp("end")
print(service.lines)
func use(_ it: any Logging & Clocked) { it.log("\(it.now)") }
use(service)
print(service.lines.last!)
protocol Shape { var area: Double { get } }
extension Shape { func bigger(than other: some Shape) -> Bool { area > other.area } }
struct Square: Shape { var side: Double; var area: Double { side * side } }
struct Disc: Shape { var radius: Double; var area: Double { 3 * radius * radius } }
let shapes: [any Shape] = [Square(side: 2), Disc(radius: 1), Square(side: 1)]
print(
  shapes.map(\.area).max()!, shapes.sorted { $0.area < $1.area }.map { "\(type(of: $0))" },
  Square(side: 2).bigger(than: Disc(radius: 1)))
extension Array where Element == any Shape { var total: Double { reduce(0) { $0 + $1.area } } }
print(shapes.total)
extension Collection where Element: Numeric { var sum: Element { reduce(0, +) } }
print([1, 2].sum, [0.5, 1].sum, Set([3]).sum)
