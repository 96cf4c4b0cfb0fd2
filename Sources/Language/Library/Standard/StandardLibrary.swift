/// The tables of the standard library, by the names of the types.
///
/// A table is made when its type is first asked for; nothing is kept here but the functions that make them.
enum StandardLibrary {
  typealias Table = @Sendable () -> LibraryType

  static let types: [String: Table] = {
    var types: [String: Table] = named.merging(listSequences()) { first, _ in first }
      .merging(mirrorTypes) { first, _ in first }.merging(textViews()) { first, _ in first }
      .merging(lazyTypes()) { first, _ in first }.merging(regexTypes()) { first, _ in first }
    for kind in IntegerKind.all { types[kind.name] = { integer(kind) } }
    for (name, declaration) in markers {
      types[name] = { LibraryType("protocol " + declaration, literalInitialisers(name)) }
    }
    return types
  }()

  static let aliases: [String: String] = [
    "Codable": "Decodable & Encodable", "Float64": "Double",
    "Float32": "Float", "StringLiteralType": "String", "IntegerLiteralType": "Int", "FloatLiteralType": "Double",
    "BooleanLiteralType": "Bool", "AnyClass": "AnyObject.Type",
    "UnicodeScalar": "Unicode.Scalar", "StaticString": "String",
  ]

  static func globals() -> [LibraryEntry] {
    operators() + durationOperators() + functions()
  }

  private static var named: [String: Table] {
    [
      "Bool": bool, "Never": never, "AnyHashable": anyHashable, "Double": double, "Float": float,
      "FloatingPointRoundingRule": roundingRule, "FloatingPointSign": floatingPointSign, "Duration": duration,
      "Equatable": equatable, "Hashable": hashable, "Hasher": hasher, "Comparable": comparable,
      "Identifiable": identifiable, "CustomStringConvertible": customStringConvertible,
      "CustomDebugStringConvertible": customDebugStringConvertible,
      "LosslessStringConvertible": losslessStringConvertible, "Error": error,
      "RawRepresentable": rawRepresentable, "CaseIterable": caseIterable,
      "AdditiveArithmetic": additiveArithmetic, "Numeric": numeric, "SignedNumeric": signedNumeric,
      "Strideable": strideable, "BinaryInteger": binaryInteger, "FixedWidthInteger": fixedWidthInteger,
      "FloatingPoint": floatingPoint, "BinaryFloatingPoint": binaryFloatingPoint, "OptionSet": optionSet,
      "SetAlgebra": setAlgebraProtocol,
      "String": string, "String.Index": stringIndex, "DefaultStringInterpolation": stringInterpolation,
      "Substring": substring,
      "StringProtocol": stringProtocol, "Character": character, "Unicode": unicode, "Unicode.Scalar": unicodeScalar,
      "Unicode.Scalar.Properties": scalarProperties, "Unicode.GeneralCategory": generalCategory,
      "UTF8": utf8,
      "Sequence": sequence, "IteratorProtocol": iteratorProtocol,
      "RandomNumberGenerator": randomNumberGenerator, "SystemRandomNumberGenerator": systemGenerator,
      "AnyIterator": anyIterator,
      "Collection": collection, "Slice": slice, "DefaultIndices": defaultIndices,
      "BidirectionalCollection": bidirectionalCollection,
      "RandomAccessCollection": randomAccessCollection, "MutableCollection": mutableCollection,
      "RangeReplaceableCollection": rangeReplaceableCollection, "Array": array, "ArraySlice": arraySlice,
      "ContiguousArray": contiguousArray, "Dictionary": dictionary, "Dictionary.Index": dictionaryIndex,
      "KeyValuePairs": keyValuePairs, "Dictionary.Keys": dictionaryKeys, "Dictionary.Values": dictionaryValues,
      "Set": set, "Set.Index": setIndex,
      "RangeExpression": rangeExpression, "Range": range,
      "ClosedRange": closedRange, "PartialRangeFrom": partialRangeFrom, "PartialRangeUpTo": partialRangeUpTo,
      "PartialRangeThrough": partialRangeThrough, "Optional": optional,
      "_OptionalNilComparisonType": nilComparison, "Result": result, "ObjectIdentifier": objectIdentifier,
      "AnyKeyPath": anyKeyPath, "PartialKeyPath": partialKeyPath, "KeyPath": keyPath,
      "WritableKeyPath": writableKeyPath, "ReferenceWritableKeyPath": referenceWritableKeyPath,
    ]
  }
}
