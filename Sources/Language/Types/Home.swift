/// The way from a type of a program to what runs it, and from a text that is checked.
///
/// The machine takes itself out when it goes. Not a weak reference: its side table would make every retain of the machine
/// slow.
final class Home {
  unowned var abstractMachine: AbstractMachine?
  /// The types in which running code has looked for members.
  private var searched: [Nominal] = []
  /// What was made last of what is there: it leads to the others.
  unowned(unsafe) var newest: ProgramPart?
  /// The program is closed.
  var isOver = false

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
}
