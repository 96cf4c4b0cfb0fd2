// An extension cannot add stored properties.
extension String {
  var visits = 0  // error: extensions must not contain stored properties
}
