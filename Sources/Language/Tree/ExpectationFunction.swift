/// The functions of the library that `#expect` and `#require` become.
enum ExpectationFunction: String {
  case expect = "_expect"
  case require = "_require"
}
