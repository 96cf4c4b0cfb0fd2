// The wrong label.
func move(from start: Int, to end: Int) {}
move(from: 1, until: 2)  // error: incorrect argument label in call (have 'from:until:', expected 'from:to:')
