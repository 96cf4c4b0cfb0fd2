import Language

/// An object may have several names: another name at top level, a property of another store. It has one path, that of the
/// name or property that had it first, of those that are not private; there its values are kept, and its changes are told.
extension Engine {
  /// The path of what a path means: where names on its way hold objects that have another path, that one and the rest.
  /// A pattern may have such names in front of its first wildcard.
  /// - Returns: the path itself where it is that already, or leads nowhere. O(names) then; a look-up for whole properties.
  public func ownPath(_ path: String) -> String {
    if stores.property(at: path) != nil { return path }
    let isExcluded = path.utf8.first == UInt8(ascii: "!")
    let text = isExcluded ? path.dropFirst() : path[...]
    // What stands in brackets leads into a value, and behind a wildcard nothing is a name.
    var plain = text.prefix { $0 != "[" && $0 != "*" }
    let hasWildcard = plain.endIndex < text.endIndex && text[plain.endIndex] == "*"
    // A name that a star stands in is none either.
    if hasWildcard { plain = plain[..<(plain.lastIndex(of: ".").map(plain.index(after:)) ?? plain.startIndex)] }
    var names = plain.split(separator: ".", omittingEmptySubsequences: false)
    if hasWildcard { names.removeLast() }
    // What is no path is refused as it was written.
    guard !names.contains(""), var (store, used) = firstStore(on: names) else { return path }
    // What is private leads nowhere, be the object known by another place or not.
    while used < names.count,
      let slot = store.objects.first(where: { !$0.value.isPrivate && $0.value.keptName == names[used] })?.key,
      let next = self.store(of: store.instance.storedValue(at: slot))
    {
      store = next
      used += 1
    }
    let rest = used < names.count ? text[text.index(before: names[used].startIndex)...] : text[plain.endIndex...]
    let tail = used < names.count || plain.last != "." ? rest : "." + rest
    let own = store.path + tail
    return own == text ? path : (isExcluded ? "!" : "") + own
  }

  /// The store that the beginning of a path means, and how many names that is: the most.
  private func firstStore(on names: [Substring]) -> (Store, used: Int)? {
    for length in stride(from: names.count, through: 1, by: -1) {
      let path = names[..<length].joined(separator: ".")
      if let store = stores[path] { return (store, length) }
      let (namespace, local) = resolve(path)
      if let variable = namespace.program.variable(at: local), !variable.isPrivateInType,
        let store = store(of: variable.present)
      {
        return (store, length)
      }
    }
    return nil
  }

  private func store(of value: Value) -> Store? {
    value.object?.hostTag.map { unsafeDowncast($0, to: Store.self) }
  }
}
