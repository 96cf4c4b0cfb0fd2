import Foundation
import Combine

// MARK: - Delegate and callbacks
protocol LocationServiceDelegate: AnyObject {
  func locationService(_ service: LocationService, didUpdate location: (lat: Double, lon: Double))
  func locationService(_ service: LocationService, didFailWithError error: Error)
  func locationServiceDidPause(_ service: LocationService)
}
extension LocationServiceDelegate {
  func locationServiceDidPause(_ service: LocationService) { print("default pause") }
}
class LocationService {
  weak var delegate: LocationServiceDelegate?
  var completion: ((Double?, Error?) -> ())?
  private var _isRunning: Bool = false
  var isRunning: Bool {
    get { return _isRunning }
    set(value) { if value != _isRunning { _isRunning = value; if !value { delegate?.locationServiceDidPause(self) } } }
  }
  func simulate(_ lat: Double, _ lon: Double) -> Void {
    guard self.isRunning == true else {
      delegate?.locationService(self, didFailWithError: LocationError.notRunning(code: 7))
      return
    }
    self.delegate?.locationService(self, didUpdate: (lat: lat, lon: lon))
    if let completion = completion { completion(lat, nil) }
  }
}
enum LocationError: Error { case notRunning(code: Int) }
// MARK: - View model
class MapViewModel: ObservableObject, LocationServiceDelegate {
  static let maxPoints: Int = 3
  let didChange = PassthroughSubject<MapViewModel, Never>()
  let objectWillChange = ObservableObjectPublisher()
  var points: [(Double, Double)] = [] {
    willSet { self.objectWillChange.send() }
    didSet { didChange.send(self) }
  }
  var error: Error! { didSet { print("error set: \(String(describing: error))") } }
  private let service: LocationService!
  init(service: LocationService) {
    self.service = service
    self.service.delegate = self
  }
  func start() { service.isRunning = true }
  func stop() { service.isRunning = false }
  func locationService(_ service: LocationService, didUpdate location: (lat: Double, lon: Double)) {
    var copy = points
    copy.append(location)
    if copy.count > MapViewModel.maxPoints { copy.removeFirst(copy.count - type(of: self).maxPoints) }
    self.points = copy
  }
  func locationService(_ service: LocationService, didFailWithError error: Error) { self.error = error }
  var distance: Double {
    var sum = 0.0
    for i in 1..<max(points.count, 1) {
      let (a, b) = (points[i - 1], points[i]);
      sum += ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).squareRoot()
    }
    return sum
  }
}
let service = LocationService()
let vm = MapViewModel(service: service)
var n = 0
let s1 = vm.objectWillChange.sink { n = n + 1 }
let s2 = vm.didChange.sink(receiveValue: { (model: MapViewModel) -> Void in
  print("points:", model.points.count, model.distance)
})
service.simulate(1, 1)
if case LocationError.notRunning(let code)? = vm.error { print("code \(code)") }
vm.start()
service.completion = { value, error in print(value!, error == nil) }
service.simulate(0.0, 0.0); service.simulate(3, 4)
service.completion = nil
service.simulate(3, 4); service.simulate(6, 8)
vm.stop()
print(n, vm.points.first!, vm.points.count)
let sorted = [3, 1, 2].sorted(by: { (s1: Int, s2: Int) -> Bool in return s1 > s2 })
print(sorted)
var i = 0
repeat { i += 1; if i == 2 { continue }; print(i, terminator: i < 3 ? "," : "\n") } while i < 3
outer: for x in 0..<3 { for y in 0..<3 { if y == 2 { continue outer }; if x == 2 { break outer }; print(x, y) } }
switch i {
case 0: print("zero");
case 1, 2: print("few");
case 3: fallthrough;
case 4: print("three or four");
default: ()
}
let optional: Int?? = .some(nil)
switch optional {
case .none: print("none");
case .some(.none): print("some none");
case .some(.some(let v)): print(v)
}
print(optional as Any, optional == nil, optional! == nil)
