// An implicit member with nothing to tell its type.
let color = .red  // error: reference to member 'red' cannot be resolved without a contextual type
