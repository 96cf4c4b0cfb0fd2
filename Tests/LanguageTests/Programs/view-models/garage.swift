import Combine
import Foundation

struct ServiceRecord: Identifiable, Hashable {
  let id = UUID(); var title: String; var cost: Double; var date: Date = .init(timeIntervalSince1970: 0)
}
struct Vehicle: Identifiable {
  let id: UUID
  var name: String
  var currentMileage: Int { willSet { if newValue < currentMileage { warnings.append("rolled back to \(newValue)") } } }
  var records: [ServiceRecord] = []
  private(set) var warnings: [String] = []
  init(id: UUID = UUID(), name: String, currentMileage: Int = 0) {
    self.id = id; self.name = name; self.currentMileage = currentMileage
  }
  static let sample = Vehicle(name: "Sample", currentMileage: 1_000)
  var totalCost: Double { records.lazy.map(\.cost).reduce(0, +) }
}
extension Vehicle: Comparable {
  static func == (a: Vehicle, b: Vehicle) -> Bool { a.id == b.id }
  static func < (a: Vehicle, b: Vehicle) -> Bool { (a.currentMileage, a.name) < (b.currentMileage, b.name) }
}
final class GarageStore: ObservableObject {
  @Published var vehicles: [Vehicle] { didSet { print("\(oldValue.count) -> \(vehicles.count)") } }
  @Published var filter: Filter = .all
  enum Filter: CaseIterable, Identifiable, CustomStringConvertible {
    case all, expensive, named(String)
    static var allCases: [Filter] { [.all, .expensive] }
    var id: String { description }
    var description: String {
      switch self {
      case .all: "All";
      case .expensive: "Expensive";
      case .named(let n): "Named \(n)"
      }
    }
    var predicate: (Vehicle) -> Bool {
      switch self {
      case .all: { _ in true }
      case .expensive: { $0.totalCost > 100 }
      case .named(let name): { $0.name.localizedCaseInsensitiveContains(name) }
      }
    }
  }
  init(vehicles: [Vehicle] = [.sample]) { self.vehicles = vehicles }
  func add(_ v: Vehicle) { vehicles.append(v) }
  func addRecord(_ record: ServiceRecord, to vehicleID: UUID) {
    guard let index = vehicles.firstIndex(where: { $0.id == vehicleID }) else { return }
    vehicles[index].records.insert(record, at: 0)
  }
  func update(_ id: Vehicle.ID, _ change: (inout Vehicle) -> Void) {
    guard let i = vehicles.firstIndex(where: { $0.id == id }) else { return }
    change(&vehicles[i])
  }
  var visible: [Vehicle] { vehicles.filter(filter.predicate).sorted() }
  subscript(name name: String) -> Vehicle? {
    get { vehicles.first { $0.name == name } }
    set {
      if let newValue {
        if let i = vehicles.firstIndex(of: newValue) { vehicles[i] = newValue } else { vehicles.append(newValue) }
      } else {
        vehicles.removeAll { $0.name == name }
      }
    }
  }
  func statistics() -> (count: Int, mean: Double, most: Vehicle?) {
    let n = vehicles.count
    return (n, n == 0 ? .nan : Double(vehicles.reduce(0) { $0 + $1.currentMileage }) / Double(n), vehicles.max(by: <))
  }
}
let store = GarageStore()
store.add(Vehicle(name: "Golf", currentMileage: 50_000))
let golf = store[name: "Golf"]!
store.addRecord(ServiceRecord(title: "Oil", cost: 80.5), to: golf.id)
store.addRecord(.init(title: "Tyres", cost: 400), to: golf.id)
store.update(golf.id) {
  $0.currentMileage -= 10; $0.name += " GTI"
}
print(store[name: "Golf GTI"]?.warnings ?? [], store[name: "Golf GTI"]!.records.map(\.title))
for f in GarageStore.Filter.allCases + [.named("gti")] { store.filter = f; print(f.id, store.visible.map(\.name)) }
let (count, mean, most) = store.statistics()
print(count, mean, most?.name ?? "-")
store[name: "Sample"] = nil
print(store.vehicles.map(\.totalCost))
let stats = store.statistics(); print(stats.count, stats.mean.rounded())
var copy = store.vehicles[0]; copy.currentMileage = 1; store[name: ""] = copy
print(store.vehicles[0].currentMileage, store.vehicles[0].warnings.count)
