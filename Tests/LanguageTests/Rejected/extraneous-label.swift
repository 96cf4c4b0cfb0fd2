// A label where none belongs.
func greet(_ name: String) {}
greet(name: "Ann")  // error: extraneous argument label 'name:' in call
