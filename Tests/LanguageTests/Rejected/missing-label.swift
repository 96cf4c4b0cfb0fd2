// An argument label is left out.
func toast(slices: Int, seconds: Int) {}
toast(2, seconds: 60)  // error: missing argument label 'slices:' in call
