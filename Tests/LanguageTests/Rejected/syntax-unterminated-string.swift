// A text without end.
let name = "Ann  // error: unterminated string literal
