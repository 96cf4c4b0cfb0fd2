/// The object that an initial value is about to make, and the place whose kept values it takes.
struct Construction {
  let place: String
  /// The place of the property that the object is to wrap, if it is to wrap one.
  let wrapped: String?
  private let type: Type
  /// The class of the object that was there, where it is known.
  private let className: String?

  /// Nil where the type holds no object.
  init?(at place: String, wrapping wrapped: String? = nil, _ type: Type, _ host: any Host) {
    let type = type.strippingOptionals.0
    switch type {
    case .existential: break
    case .nominal(let nominal, _) where nominal.kind == .classType && nominal.isUserType: break
    default: return nil
    }
    self.place = place
    self.wrapped = wrapped
    self.type = type
    if case .object(let name)? = host.held(at: place) { className = name } else { className = nil }
  }

  /// Whether an object of that class may be the one.
  func fits(_ nominal: Nominal) -> Bool {
    if let className { return nominal.qualifiedName == className }
    guard let declared = type.nominal else { return nominal.isObservableObject }
    return nominal.lineage.contains { $0 === declared }
  }
}
