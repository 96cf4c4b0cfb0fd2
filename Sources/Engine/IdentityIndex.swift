import Language

/// Where the elements of a long list are, by their identities: made when somebody first asks for one, and kept true by what
/// changes in the list.
struct IdentityIndex {
  let field: String
  /// Where each element was, after so many of the shifts.
  private var places: [PortableValue: (place: Int, shifts: Int)] = [:]
  /// What has moved the elements behind it since then: a part that was given another length, or other elements.
  private var shifts: [(range: Range<Int>, count: Int)] = []
  /// Of two with one identity the first is meant, which this does not know.
  private var isUnique = true

  /// After so many it is made again: each of them is looked at for each question.
  private static let shiftsMax = 256

  init(of list: PortableList, by field: String) {
    self.field = field
    places.reserveCapacity(list.count)
    for (place, element) in list.enumerated() { add(element, at: place) }
  }

  private mutating func add(_ element: PortableValue, at place: Int) {
    guard let identity = identity(of: element) else { return }
    if let known = places.updateValue((place, shifts.count), forKey: identity), current(known) != nil {
      isUnique = false
    }
  }

  private func identity(of element: PortableValue) -> PortableValue? {
    guard case .record(let fields) = element else { return nil }
    return fields.first { $0.name == field }?.value
  }

  private func current(_ known: (place: Int, shifts: Int)) -> Int? {
    var place = known.place
    for shift in shifts[known.shifts...] {
      if shift.range.contains(place) { return nil }
      if place >= shift.range.upperBound { place += shift.count - shift.range.count }
    }
    return place
  }

  /// The place of the element with an identity; nil if that is not known.
  func place(of identity: PortableValue) -> Int? {
    guard isUnique, let known = places[identity] else { return nil }
    return current(known)
  }

  /// - Returns: false if it is to be forgotten.
  mutating func follow(from old: PortableList, to new: PortableList) -> Bool {
    let regions = new.regions(from: old)
    guard shifts.count + regions.count <= Self.shiftsMax,
      regions.reduce(0, { $0 + $1.new.count }) <= Self.shiftsMax
    else { return false }
    // The others keep their identities, mostly: then the place of each is as good as before.
    let moved = regions.filter { region in
      region.old.count != region.new.count
        || zip(region.old, region.new).contains { identity(of: old[$0]) != identity(of: new[$1]) }
    }
    shifts += moved.map { region in
      let start = region.new.lowerBound
      return (start..<start + region.old.count, region.new.count)
    }
    for place in moved.lazy.flatMap(\.new) { add(new[place], at: place) }
    return true
  }
}

extension Property {
  /// The place of an element of a long list; nil if that is not known at once.
  func place(of identity: PortableValue, by field: String) -> Int? {
    guard case .list(let list) = value, list.isLong else { return nil }
    if identities?.field != field { identities = IdentityIndex(of: list, by: field) }
    return identities?.place(of: identity)
  }

  /// Another value is to take the place of the present one.
  func followIdentities(to value: PortableValue) {
    guard identities != nil else { return }
    guard case .list(let old) = self.value, case .list(let new) = value, new.isLong else {
      identities = nil
      return
    }
    if identities?.follow(from: old, to: new) != true { identities = nil }
  }
}
