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

// MARK: Data most of which is known

extension Value {
  /// Plain data as a value of a type, where another value and its plain form are known: what is the same in both is taken from
  /// that one. So one element of a long list in a structure costs little more than that element.
  init(
    _ portable: PortableValue, as type: Type, like known: Value, _ plain: PortableValue, in machine: Machine? = nil
  ) throws(ValueMismatch) {
    self = try PortableReader(machine: machine).within(type) { () throws(ValueMismatch) in
      try Self.read(portable, type, known, plain)
    }
  }

  private static func read(_ portable: PortableValue, _ type: Type, _ known: Value, _ plain: PortableValue)
    throws(ValueMismatch) -> Value
  {
    if portable.sharesStorage(with: plain) { return known }
    if let wrapped = type.wrapped {
      if portable == .null || plain == .null { return try Value(portable, as: type) }
      return try read(portable, wrapped, known, plain).some
    }
    switch (known, plain, portable) {
    case (.array(let elements), .list(let old), .list(let new))
    where type.libraryName == "Array" && elements.count == old.count:
      if let edited = try list(new, type.argument(0), elements, old) { return .array(edited) }
    case (.record(let record), .record(let old), .record(let new)) where type.nominal === record.type:
      if let edited = try Self.record(new, type, record, old) { return .record(edited) }
    case (.dictionary(let entries), .record(let old), .record(let new))
    where type.libraryName == "Dictionary" && entries.count == old.count:
      return .dictionary(try dictionary(new, type.argument(0), type.argument(1), entries, old))
    default: break
    }
    return portable.isIdentical(to: plain) ? known : try Value(portable, as: type)
  }

  private static func list(_ new: PortableList, _ type: Type, _ known: [Value], _ old: PortableList)
    throws(ValueMismatch) -> [Value]?
  {
    func element(_ place: Int, like other: Int?) throws(ValueMismatch) -> Value {
      do {
        guard let other else { return try Value(new[place], as: type) }
        return try read(new[place], type, known[other], old[other])
      } catch { throw error.inside("[\(place)]") }
    }
    var edited = known
    var parts = CountedParts()
    for region in new.regions(from: old) {
      var added: [Value] = []
      let areReplaced = region.old.count == region.new.count
      for (number, place) in region.new.enumerated() {
        try parts.count()
        added.append(try element(place, like: areReplaced ? region.old.lowerBound + number : nil))
      }
      // What is before it is as it will be.
      let place = region.new.lowerBound
      edited.replaceSubrange(place..<place + region.old.count, with: added)
    }
    return edited
  }

  /// - Returns: nil where fields are left out, or there are others.
  private static func record(
    _ new: [PortableValue.Field], _ type: Type, _ known: Record, _ old: [PortableValue.Field]
  ) throws(ValueMismatch) -> Record? {
    let nominal = known.type
    guard nominal.isPlainRecord, !nominal.isRange, nominal.kind != .enumeration else { return nil }
    let properties = nominal.plainProperties
    guard properties.count == nominal.storedProperties.count, known.fields.count == properties.count,
      new.count == properties.count, old.count == properties.count
    else { return nil }
    let substitution = nominal.substitution(type.genericArguments)
    var fields = known.fields
    for (place, property) in properties.enumerated() {
      guard new[place].name == property.name, old[place].name == property.name else { return nil }
      if new[place].value.sharesStorage(with: old[place].value) { continue }
      let type = nominal.settled(property.settledType.substituting(substitution))
      do { fields[place] = try read(new[place].value, type, known[place], old[place].value) } catch {
        throw error.inside(property.name)
      }
    }
    return Record(nominal, fields)
  }

  private static func dictionary(
    _ new: [PortableValue.Field], _ keyType: Type, _ valueType: Type, _ known: [Value: Value],
    _ old: [PortableValue.Field]
  ) throws(ValueMismatch) -> [Value: Value] {
    var edited = known
    // Usually the same entries in the same order, and further ones behind them.
    var common = 0
    while common < min(new.count, old.count), new[common].name == old[common].name { common += 1 }
    func key(_ name: String) throws(ValueMismatch) -> Value {
      do { return try Value(fieldName: name, as: keyType) } catch { throw error.inside(PathStep.key(name).text) }
    }
    func set(_ field: PortableValue.Field, like other: PortableValue?) throws(ValueMismatch) {
      let key = try key(field.name)
      do {
        if let other, let present = edited[key] {
          edited[key] = try read(field.value, valueType, present, other)
        } else {
          edited[key] = try Value(field.value, as: valueType)
        }
      } catch { throw error.inside(PathStep.key(field.name).text) }
    }
    var parts = CountedParts()
    for place in 0..<common where !new[place].value.sharesStorage(with: old[place].value) {
      try parts.count()
      try set(new[place], like: old[place].value)
    }
    var others: [String: PortableValue] = [:]
    for field in old[common...] { others[field.name] = field.value }
    var seen: Set<String> = []
    for field in new[common...] {
      try parts.count()
      guard seen.insert(field.name).inserted else {
        throw ValueMismatch(
          expected: "every key once", got: "'\(field.name)' twice", at: PathStep.key(field.name).text)
      }
      try set(field, like: others.removeValue(forKey: field.name))
    }
    for name in others.keys {
      try parts.count()
      edited[try key(name)] = nil
    }
    return edited
  }
}
