// A misspelled type.
var names: [Strng] = []  // error: cannot find type 'Strng' in scope
