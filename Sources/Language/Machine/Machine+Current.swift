/// The ways from what stands below the machine to the machine: all `AbstractMachine`s are one.
extension AbstractMachine {
  @inline(__always)
  fileprivate var machine: Machine { unsafeDowncast(self, to: Machine.self) }
}

extension Machine {
  /// The one whose code runs on this thread.
  static var current: Machine? { running?.machine }
}

extension Home {
  var machine: Machine? { abstractMachine?.machine }
}

extension Instance {
  /// What runs the program the object belongs to.
  var machine: Machine! { type.home?.machine }

  convenience init(_ type: Nominal, _ machine: Machine) {
    let construction = machine.program.takeConstruction(type)
    self.init(type, storeName: construction?.place)
    wrappedPlace = construction?.wrapped
  }
}

extension NativeCall {
  var machine: Machine { abstractMachine.machine }

  init(machine: Machine, arguments: [Value], site: CallSite) {
    self.init(abstractMachine: machine, arguments: arguments, site: site)
  }
}

extension Value {
  /// The machine of the program that declares the value's type; `nil` for values of the library's types.
  var declaringMachine: Machine? {
    guard let type = declaringType, type.isUserType else { return nil }
    return type.home?.machine
  }
}
