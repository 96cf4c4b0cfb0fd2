/// The values that the others are made of.
extension ExtremeCalls {
  private static let words = [
    "Int.max", "Int.min", "Int.max - 1", "Int.min + 1", "0", "-1", "1", "2", "3", "7", "64", "-64", "1_000",
    "4_294_967_296",
  ]

  static let numbers: [String: [String]] = {
    var numbers: [String: [String]] = ["Int": words]
    for type in ["Int8", "Int16", "Int32", "Int64"] {
      numbers[type] = ["\(type).max", "\(type).min", "(0 as \(type))", "(-1 as \(type))", "(7 as \(type))"]
    }
    for type in ["UInt", "UInt8", "UInt16", "UInt32", "UInt64"] {
      numbers[type] = ["\(type).max", "(0 as \(type))", "(1 as \(type))", "(7 as \(type))"]
    }
    for type in ["Double", "Float", "CGFloat"] {
      numbers[type] = [
        "\(type).nan", "\(type).infinity", "-\(type).infinity", "\(type).greatestFiniteMagnitude",
        "-\(type).greatestFiniteMagnitude", "\(type).leastNonzeroMagnitude", "(0 as \(type))", "(-0.0 as \(type))",
        "(1.5 as \(type))", "(-1 as \(type))", "(9.3e18 as \(type))", "(-9.3e18 as \(type))", "(1e30 as \(type))",
      ]
    }
    return numbers
  }()

  private static let texts = [
    #""""#, #""a""#, "s", #""héé👩‍👩‍👧""#, #"String(repeating: "x", count: 20_000)"#,
    #"String(repeating: "(", count: 20_000)"#,
    #"String(repeating: "[{", count: 20_000)"#, #""\u{0}""#, #""%@ %d %n %s %999999999d""#, #""99999999999999999999""#,
    #""-1""#, #""\r\n""#, #""yyyy-MM-dd'T'HH:mm:ss""#, #""1e999""#, #""http://[::1]:99999999/%zz?q=🎉#x""#, #""..""#,
    #""é""#,
  ]

  static let given: [String: [String]] = [
    "String": texts, "Substring": ["s[...]", "s.dropFirst(2)", "\"\"[...]", "s.suffix(3)"],
    "Character": [#"Character("a")"#, #"Character("👩‍👩‍👧")"#, #"Character("\u{0}")"#, #"Character("\r\n")"#],
    "Bool": ["true", "false"], "Any": ["1", "s", "Int.max", "Item()", "[1]"],
    "AnyHashable": ["AnyHashable(1)", "AnyHashable(s)"],
    "Error": ["Odd.one", "URLError(.badURL)"], "Void": ["()"], "()": ["()"],
    "String.Index": [
      "s.startIndex", "s.endIndex", "s.index(s.startIndex, offsetBy: 7)", #""a".endIndex"#,
      #"String(repeating: "é", count: 300).endIndex"#, "s.utf8.index(s.startIndex, offsetBy: 2)",
    ],
    "Range<Int>": [
      "0..<0", "Int.min..<Int.max", "0..<Int.max", "1..<3", "(-5)..<(-2)", "Int.max..<Int.max", "100..<200",
      "2..<1_000_000",
    ],
    "ClosedRange<Int>": ["0...0", "Int.min...Int.max", "0...Int.max", "1...3", "(-5)...(-2)", "Int.max...Int.max"],
    "PartialRangeFrom<Int>": ["(Int.max)...", "(-1)...", "2..."],
    "PartialRangeUpTo<Int>": ["..<Int.min", "..<2", "..<Int.max"],
    "PartialRangeThrough<Int>": ["...Int.max", "...(-1)", "...2"],
    "Range<Double>": ["0.0..<1.0", "-Double.infinity..<Double.infinity", "-1e308..<1e308"],
    "ClosedRange<Double>": ["0.0...1.0", "-Double.infinity...Double.infinity", "0.0...0.0", "-1e308...1e308"],
    "Range<String.Index>": ["s.startIndex..<s.endIndex", "s.endIndex..<s.endIndex", #""".startIndex..<s.endIndex"#],
    "Range<Date>": ["Date.distantPast..<Date.distantFuture"],
    "Array": ["[3, 1, 2]", "[Int]()", "[Int.max, Int.min]", "Array(repeating: 7, count: 20_000)"],
    "ArraySlice": ["[1, 2, 3][1...]", "[Int]()[...]", "[1, 2, 3, 4].dropFirst(3)"],
    "Dictionary": [#"["a": 1, "b": 2]"#, "[String: Int]()"],
    "Set": ["Set([1, 2, 3])", "Set<Int>()", "Set(0..<2_000)"],
    "Stride": ["stride(from: 0, to: Int.max, by: Int.max)", "stride(from: 10, through: Int.min, by: Int.min)"],
    "Data": [
      "Data()", "Data([1, 2, 3])", "Data(s.utf8)", "Data(repeating: 91, count: 20_000)", "Data([1, 2, 3, 4])[2...]",
    ],
    "Date": [
      "Date(timeIntervalSince1970: 0)", "Date.distantPast", "Date.distantFuture", "Date(timeIntervalSince1970: 1e300)",
      "Date(timeIntervalSince1970: -1e18)", "Date(timeIntervalSince1970: .nan)",
      "Date(timeIntervalSince1970: .infinity)",
      "Date(timeIntervalSince1970: 4e11)",
    ],
    "Duration": [
      "Duration.zero", "Duration.seconds(Int.max)", "Duration.seconds(Int.min)", "Duration.nanoseconds(Int.max)",
      "Duration.milliseconds(Int.min)", "Duration.seconds(1e20)", "Duration.microseconds(1.5)", "Duration.seconds(-1)",
    ],
    "Subscribers.Demand": [
      "Subscribers.Demand.none", "Subscribers.Demand.unlimited", "Subscribers.Demand.max(3)",
      "Subscribers.Demand.max(Int.max)",
    ],
    "DispatchTimeInterval": [
      "DispatchTimeInterval.seconds(Int.max)", "DispatchTimeInterval.seconds(Int.min)",
      "DispatchTimeInterval.nanoseconds(-1)", "DispatchTimeInterval.never", "DispatchTimeInterval.milliseconds(5)",
    ],
    "Locale": [
      #"Locale(identifier: "")"#, #"Locale(identifier: "de_DE")"#, #"Locale(identifier: "\u{0}xx_(((")"#,
      "Locale.current",
    ],
    "TimeZone": ["TimeZone(secondsFromGMT: 0)!", #"TimeZone(identifier: "Europe/Berlin")!"#, "TimeZone.current"],
    "URL": [#"URL(string: "http://a.b/c?d=e#f")!"#, #"URL(fileURLWithPath: "")"#, #"URL(string: "x:")!"#],
    "Decimal": ["Decimal(0)", "Decimal(Int.max)", "Decimal.greatestFiniteMagnitude", "Decimal(1.5)", "Decimal.nan"],
    "Publisher": [
      "[1, 2, 3].publisher", "Just(1)", "PassthroughSubject<Int, Never>()", "Empty<Int, Never>()",
      "CurrentValueSubject<Int, Never>(1)", "(0..<Int.max).publisher", "Just(Int.max).eraseToAnyPublisher()",
      "Fail<Int, Odd>(error: .one)", "[Just(1), Just(2)].publisher", "[Int?.none, 2].publisher",
    ],
    "Subject": ["PassthroughSubject<Int, Never>()", "CurrentValueSubject<Int, Never>(1)"],
    "Scheduler": [
      "DispatchQueue.main", "RunLoop.main", "ImmediateScheduler.shared", "OperationQueue.main",
      "DispatchQueue.global()",
    ],
    "Clock": ["ContinuousClock()", "SuspendingClock()"],
    "Subscribers.Completion": ["Subscribers.Completion<Never>.finished", "Subscribers.Completion<Odd>.failure(.one)"],
    "AsyncSequence": ["AsyncStream<Int> { $0.yield(1); $0.finish() }", "[1, 2].publisher.values"],
    "Codable": ["Item()", "[1, 2]", "1.5", #""a""#, "Date.distantFuture", "Double.nan", "Item?.none"],
    "Result": ["Result<Int, Odd>.success(1)", "Result<Int, Odd>.failure(.one)"],
    "Optional": ["Optional(1)", "Int?.none"],
    "Regex": ["/a+/", #"/(?<x>\w)(b)?/"#, "/()/"],
    "KeyPath": [#"\Item.name"#], "ObservableObject": ["Store()"], "Identifiable": ["Item()"],
    "AnyCancellable": ["AnyCancellable {}", "Just(1).sink { _ in }"],
  ]

  private static let integers = [
    "Int", "Int8", "UInt8", "UInt64", "Int64", "UInt", "Int16", "UInt16", "Int32", "UInt32",
  ]
  private static let lists = [
    "Array", "ArraySlice", "String", "Set", "Dictionary", "Range<Int>", "ClosedRange<Int>", "Data", "Stride",
    "Substring",
  ]

  /// Types that conform to protocols; the last is the one to name.
  static let conforming: [String: [String]] = [
    "Sequence": lists, "_SequenceProtocol": lists, "Collection": lists, "BidirectionalCollection": lists,
    "RandomAccessCollection": ["Array", "ArraySlice", "Range<Int>", "ClosedRange<Int>", "Data"],
    "MutableCollection": ["ArraySlice", "Data", "Array"],
    "RangeReplaceableCollection": ["ArraySlice", "Data", "String", "Array"],
    "BinaryInteger": integers, "FixedWidthInteger": integers, "SignedInteger": ["Int8", "Int64", "Int"],
    "UnsignedInteger": ["UInt8", "UInt64", "UInt"], "Numeric": integers + ["Double"],
    "SignedNumeric": ["Double", "Int8", "Int"],
    "AdditiveArithmetic": ["Double", "Duration", "Int8", "Int"], "FloatingPoint": ["Float", "Double"],
    "BinaryFloatingPoint": ["Float", "Double"], "Comparable": ["Double", "String", "Date", "Int"],
    "Strideable": ["Double", "Date", "UInt8", "Int"], "Equatable": ["Double", "String", "Array", "Int"],
    "Hashable": ["Double", "String", "Int"], "StringProtocol": ["Substring", "String"],
    "LosslessStringConvertible": ["Double", "Bool", "String", "Int"],
    "CustomStringConvertible": ["Double", "String", "Int"],
    "Publisher": ["Publisher"], "_PublisherProtocol": ["Publisher"], "ConnectablePublisher": ["Publisher"],
    "Subject": ["Subject"], "Scheduler": ["Scheduler"], "Clock": ["Clock"], "DurationProtocol": ["Duration"],
    "AsyncSequence": ["AsyncSequence"], "Codable": ["Codable"], "Encodable": ["Codable"], "Decodable": ["Codable"],
    "SetAlgebra": ["Set"], "OptionSet": ["Set"],
    "RangeExpression": [
      "Range<Int>", "ClosedRange<Int>", "PartialRangeFrom<Int>", "PartialRangeUpTo<Int>", "PartialRangeThrough<Int>",
    ],
    "Error": ["Error"], "CVarArg": ["Double", "String", "UInt64", "Int"], "RegexComponent": ["Regex", "String"],
    "Cancellable": ["AnyCancellable"], "LazySequenceProtocol": ["LazySequence"],
    "RandomNumberGenerator": ["SystemRandomNumberGenerator"],
    "ObservableObject": ["ObservableObject"], "Identifiable": ["Identifiable"], "IteratorProtocol": ["Iterator"],
  ]

  /// What generic types are made of here.
  static let arguments: [String: String] = [
    "Array": "<Int>", "ArraySlice": "<Int>", "ContiguousArray": "<Int>", "Set": "<Int>", "Dictionary": "<String, Int>",
    "Optional": "<Int>", "Result": "<Int, Odd>", "Range": "<Int>", "ClosedRange": "<Int>",
    "PassthroughSubject": "<Int, Never>",
    "CurrentValueSubject": "<Int, Never>", "Empty": "<Int, Never>", "Fail": "<Int, Odd>", "Future": "<Int, Never>",
    "Record": "<Int, Odd>", "AsyncStream": "<Int>", "AsyncThrowingStream": "<Int, any Error>", "UnsafePointer": "<Int>",
    "Subscribers.Completion": "<Odd>", "Subscribers.Sink": "<Int, Never>", "AnySubscriber": "<Int, Never>",
    "PartialRangeFrom": "<Int>", "PartialRangeUpTo": "<Int>", "PartialRangeThrough": "<Int>",
    "CollectionOfOne": "<Int>",
    "Published": "<Int>", "EmptyCollection": "<Int>", "AnyIterator": "<Int>", "AnySequence": "<Int>",
    "IntegerFormatStyle": "<Int>", "FloatingPointFormatStyle": "<Double>", "Measurement": "<UnitLength>",
  ]

  /// What the generic parameters of types stand for.
  static let meaning: [String: String] = [
    "Element": "Int", "Key": "String", "Value": "Int", "Wrapped": "Int", "Bound": "Int", "Output": "Int",
    "Failure": "Odd",
    "Success": "Int", "Index": "Int", "Indices": "Range<Int>", "Iterator.Element": "Int", "TimeInterval": "Double",
    "Stride": "Int",
    "Input": "Int", "SubSequence": "ArraySlice", "Base": "Array", "Upstream": "Publisher",
    "Instant": "ContinuousClock.Instant",
    "Magnitude": "Int", "RawValue": "Int", "Word": "Int", "RawSignificand": "UInt64", "Exponent": "Int", "ID": "Int",
    "ArrayLiteralElement": "Int", "IntegerLiteralType": "Int", "Base.Element": "Int", "Upstream.Output": "Int",
    "SchedulerTimeType": "DispatchQueue.SchedulerTimeType", "Output.Failure": "Odd", "Self": "Int",
  ]
}
