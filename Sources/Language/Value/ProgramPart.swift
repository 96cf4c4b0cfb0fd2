/// What other values can be put into after it was made, an object or the storage of a variable that closures share: so it can
/// hold itself, by a closure for instance, and would stay for ever, and with it all that its program was. In Swift one
/// object leaks, but here a program ends whenever something is declared anew. So the program knows all that are there, and
/// at its end they let go of what they hold.
///
/// They are in a list that keeps none of them: who goes takes itself out. Not weak references, whose side tables would make
/// every retain slow.
public class ProgramPart {
  /// Has the list; nil for what is in none. It is there as long as something is in it.
  unowned(unsafe) private var home: Home?
  unowned(unsafe) private var older: ProgramPart?
  unowned(unsafe) private var newer: ProgramPart?

  init(of home: Home?) {
    guard let home, !home.isOver else { return }
    self.home = home
    older = home.newest
    older?.newer = self
    home.newest = self
  }

  deinit { leave() }

  fileprivate func leave() {
    guard let home else { return }
    older?.newer = newer
    if let newer { newer.older = older } else { home.newest = older }
    (self.home, older, newer) = (nil, nil, nil)
  }

  /// Its program is over.
  func letGo() {}
}

extension Home {
  /// All that is still there lets go of what it holds.
  /// - Precondition: nothing of the program runs any more.
  func letGoOfParts() {
    isOver = true
    while let part = newest {
      part.leave()
      part.letGo()
    }
  }
}
