// nil alone has no type.
let selected = nil  // error: 'nil' requires a contextual type
