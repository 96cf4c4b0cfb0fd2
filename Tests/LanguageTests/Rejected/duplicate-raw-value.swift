// The same raw value twice.
enum Size: Int {
  case small = 1
  case large = 1  // error: raw value for enum case is not unique
}
