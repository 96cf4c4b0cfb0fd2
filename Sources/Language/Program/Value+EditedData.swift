extension Value {
  /// Which parts of a long list, whose plain form is `plain`, are to be others, so that `new` becomes its plain form: one
  /// after the other, from left to right.
  /// - Returns: nil if it has to be made anew, as it is no long list or is another one.
  func parts(_ plain: PortableValue, to new: PortableValue, as type: Type)
    throws(ValueMismatch) -> [ListPart]?
  {
    guard case .list(let old) = plain, case .list(let new) = new, old.isLong, new.isLong, type.libraryName == "Array",
      case .array(let elements) = self, elements.count == old.count
    else { return nil }
    let regions = new.regions(from: old)
    guard regions.reduce(0, { $0 + $1.new.count }) <= new.count / 8 else { return nil }
    let element = type.argument(0)
    return try PortableReader().within(element) { () throws(ValueMismatch) in
      var parts: [ListPart] = []
      for region in regions {
        var added: [Value] = []
        for place in region.new {
          do throws(ValueMismatch) { added.append(try Value(new[place], as: element)) } catch {
            throw error.inside("[\(place)]")
          }
        }
        let place = region.new.lowerBound
        parts.append((place..<place + region.old.count, added))
      }
      return parts
    }
  }
}
