// The default does not have the type of its parameter.
// swift-format-ignore-file
func toast(for seconds: Int = "long") {}  // error: default argument value of type 'String' cannot be converted to type 'Int'
