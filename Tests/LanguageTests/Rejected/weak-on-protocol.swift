// weak and unowned are for protocols that only classes conform to.
// swift-format-ignore-file
protocol Guide {}
protocol Driver: AnyObject {}
class Bus {
  weak var guide: Guide?  // error: 'weak' must not be applied to non-class-bound 'any Guide'; consider adding a protocol conformance that has a class bound
  unowned let owner: Guide  // error: 'unowned' must not be applied to non-class-bound 'any Guide'; consider adding a protocol conformance that has a class bound
  weak var load: Any?  // error: 'weak' must not be applied to non-class-bound 'Any'; consider adding a protocol conformance that has a class bound
  weak var driver: Driver?
  weak var anything: AnyObject?
  init(owner: Guide) { self.owner = owner }
}
