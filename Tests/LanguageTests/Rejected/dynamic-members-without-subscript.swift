// Members that are looked up need a subscript that finds them.
// swift-format-ignore-file
@dynamicMemberLookup  // error: '@dynamicMemberLookup' requires 'Row' to have a 'subscript(dynamicMember:)' method that accepts either 'ExpressibleByStringLiteral' or a key path
struct Row {
  var values: [String: String]
}
print(Row(values: [:]).values.count)
