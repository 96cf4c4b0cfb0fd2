/// The way from a type of a program to what runs it, and from a text that is checked.
///
/// The machine takes itself out when it goes. Not a weak reference: its side table would make every retain of the machine
/// slow.
final class Home {
  unowned var abstractMachine: AbstractMachine?
  /// The types in which running code has looked for members.
  private var searched: [Nominal] = []
  /// The object of the program's types that was made last, of those that are there; each leads to the one before it.
  unowned(unsafe) var newest: Instance?
  private(set) var isOver = false

  func note(searched nominal: Nominal) { searched.append(nominal) }

  /// Declarations came to be in force: what was looked for may be there now.
  func searchAgain() {
    for nominal in searched {
      nominal.runtime.equals = nil
      nominal.runtime.hash = nil
      nominal.runtime.hashesByValue = false
      nominal.runtime.conformances = [:]
      nominal.runtime.operators = [:]
      nominal.runtime.witnesses = [:]
      nominal.runtime.properties = [:]
    }
    searched = []
  }

  /// All objects that are still there let go of what they hold.
  ///
  /// One that holds itself, by a closure for instance, would stay for ever, and with it all that its program was: in Swift
  /// one object leaks, but here a program ends whenever something is declared anew.
  /// - Precondition: nothing of the program runs any more.
  func letGoOfObjects() {
    isOver = true
    while let object = newest { object.letGo(in: self) }
  }
}
