// A method used as if it were a property.
// swift-format-ignore-file
let text = "a"
let length: String = text.uppercased  // error: function produces expected type 'String'; did you mean to call it with '()'?
