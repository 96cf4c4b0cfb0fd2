/// What is wanted most often of the types that everybody uses, in this order.
enum CommonestMembers {
  static let all: [String: [String]] = [
    "StringProtocol": [
      "count", "isEmpty", "uppercased", "lowercased", "hasPrefix", "hasSuffix", "contains", "split", "replacing",
      "trimmingCharacters", "components", "map", "filter", "first", "last", "prefix", "suffix",
    ],
    "Character": ["isLetter", "isNumber", "isWhitespace", "isUppercase", "isLowercase", "uppercased", "lowercased"],
    "Array": [
      "count", "isEmpty", "append", "map", "filter", "first", "last", "contains", "sorted", "reduce", "compactMap",
      "forEach", "joined", "firstIndex", "remove", "insert",
    ],
    "Set": ["count", "isEmpty", "contains", "insert", "remove", "union", "intersection", "subtracting"],
    "Dictionary": ["count", "isEmpty", "keys", "values", "mapValues", "filter", "map", "removeValue"],
    "Sequence": ["map", "filter", "reduce", "compactMap", "forEach", "contains", "sorted", "first", "min", "max"],
    "Collection": ["count", "isEmpty", "first"],
    "Optional": ["map", "flatMap"],
    "Result": ["get", "map", "mapError"],
    "BinaryInteger": ["description", "magnitude", "isMultiple", "signum", "advanced"],
    "FloatingPoint": ["rounded", "magnitude", "squareRoot", "isNaN"],
    "Int": ["max", "min", "random", "zero"], "Double": ["pi", "zero", "infinity", "nan", "random"],
    "Float": ["pi", "zero", "infinity", "nan", "random"],
    "Publisher": [
      "map", "filter", "sink", "assign", "debounce", "removeDuplicates", "receive", "combineLatest", "flatMap",
      "compactMap", "merge", "scan", "catch", "eraseToAnyPublisher",
    ],
    "Subject": ["send"],
    "JSONDecoder": ["decode", "keyDecodingStrategy", "dateDecodingStrategy"],
    "JSONEncoder": ["encode", "outputFormatting", "keyEncodingStrategy", "dateEncodingStrategy"],
    "DispatchQueue": ["main", "global", "async", "asyncAfter"],
    "URLSession": ["shared", "dataTaskPublisher", "data"],
    "Date": ["timeIntervalSince", "timeIntervalSinceNow", "addingTimeInterval", "formatted", "description"],
    "URLRequest": ["httpMethod", "httpBody", "setValue", "url", "timeoutInterval", "allHTTPHeaderFields"],
    "URL": ["absoluteString", "host", "path", "pathComponents", "lastPathComponent", "appendingPathComponent"],
  ]
}
