/// The library and the boundary, as far as the machine asks for them.
struct ProgramServices: MachineServices {
  func number(_ value: Value, as type: Type, _ machine: Machine) -> Value? { value.number(as: type) }

  func bridge(_ value: Value, to type: Type, _ machine: Machine) -> Value {
    type.libraryName == "NSError" ? machine.platformError(value, as: type) : value.bridged(to: type)
  }

  func decode(into instance: Instance, _ arguments: [Value], _ machine: Machine) throws(Abort) -> Value {
    try machine.decode(into: instance, arguments)
  }

  func describe(_ value: Value, _ machine: Machine) throws(Abort) -> String? {
    switch value {
    case .choice(let enumCase): enumCase.asCodingKey?.description
    case .native(let notification as NotificationObject): try notification.describe(machine)
    case .payload(let payload) where payload.isCodingError: try machine.describeCodingError(payload)
    default: nil
    }
  }

  func kept(_ portable: PortableValue, as type: Type) -> Value? { try? Value(past: portable, as: type) }
}
