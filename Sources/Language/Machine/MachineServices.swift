/// What running code needs of what stands above the machine, the library and the boundary: handed in with the program.
protocol MachineServices {
  /// `1.5 as NSNumber`, and back; an error as an `NSError`.
  func bridge(_ value: Value, to type: Type, _ machine: Machine) -> Value
  /// A number of Foundation's as one of Swift's; `nil` where it is another one, or none.
  func number(_ value: Value, as type: Type, _ machine: Machine) -> Value?
  /// Reads an object by the `init(from:)` that it has for nothing.
  func decode(into instance: Instance, _ arguments: [Value], _ machine: Machine) throws(Abort) -> Value
  /// How the library describes its coding keys and errors; `nil` for everything else.
  func describe(_ value: Value, _ machine: Machine) throws(Abort) -> String?
  /// Data that was kept, as a value; `nil` where it does not fit the type any more.
  func kept(_ portable: PortableValue, as type: Type) -> Value?
}
