/// Help: `Codable`. See `Documentation` for how it is written.
extension Documentation {
  static let coding = #"""
    # Encodable, Encodable.encode, Encoder, TopLevelEncoder
    Types that can be written as JSON. Structs, enums and classes get it by naming it.
    struct Book: Encodable { var title = "Dune" }
    print(String(decoding: try JSONEncoder().encode(Book()), as: UTF8.self))
    => {"title":"Dune"}

    # Decodable, Decodable.init, Decoder, TopLevelDecoder
    Types that can be read from JSON. Structs, enums and classes get it by naming it.
    struct Book: Decodable { var title: String }
    print(try JSONDecoder().decode(Book.self, from: Data(#"{"title": "Dune"}"#.utf8)).title)
    => Dune

    # JSONEncoder, JSONEncoder.encode
    Writes values as JSON.
    print(String(decoding: try JSONEncoder().encode([1, 2]), as: UTF8.self))
    => [1,2]

    # JSONEncoder.outputFormatting, JSONEncoder.OutputFormatting
    How the JSON looks: prettyPrinted, sortedKeys, withoutEscapingSlashes.
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    print(String(decoding: try encoder.encode(["b": 1, "a": 2]), as: UTF8.self))
    => {"a":2,"b":1}

    # JSONEncoder.keyEncodingStrategy, JSONEncoder.KeyEncodingStrategy
    How keys are written, such as convertToSnakeCase.
    struct Book: Encodable { var pageCount = 412 }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    print(String(decoding: try encoder.encode(Book()), as: UTF8.self))
    => {"page_count":412}

    # JSONEncoder.dateEncodingStrategy, JSONEncoder.DateEncodingStrategy
    How dates are written: iso8601, secondsSince1970 and so on.
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    print(String(decoding: try encoder.encode([Date(timeIntervalSince1970: 0)]), as: UTF8.self))
    => ["1970-01-01T00:00:00Z"]

    # JSONEncoder.dataEncodingStrategy, JSONEncoder.DataEncodingStrategy
    How bytes are written: base64, or as a list.
    print(String(decoding: try JSONEncoder().encode([Data([1, 2])]), as: UTF8.self))
    => ["AQI="]

    # JSONDecoder, JSONDecoder.decode
    Reads values of a type from JSON.
    print(try JSONDecoder().decode([Int].self, from: Data("[1, 2]".utf8)))
    => [1, 2]

    # JSONDecoder.keyDecodingStrategy, JSONDecoder.KeyDecodingStrategy
    How keys are read, such as convertFromSnakeCase.
    struct Book: Decodable { var pageCount: Int }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    print(try decoder.decode(Book.self, from: Data(#"{"page_count": 412}"#.utf8)).pageCount)
    => 412

    # JSONDecoder.dateDecodingStrategy, JSONDecoder.DateDecodingStrategy
    How dates are read: iso8601, secondsSince1970 and so on.
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    print(try decoder.decode([Date].self, from: Data("[0]".utf8))[0])
    => 1970-01-01 00:00:00 +0000

    # JSONDecoder.dataDecodingStrategy, JSONDecoder.DataDecodingStrategy, JSONDecoder.allowsJSON5
    How bytes are read, and whether comments and the like are let through.
    print(try JSONDecoder().decode([Data].self, from: Data(#"["AQI="]"#.utf8))[0].count)
    => 2

    # PropertyListEncoder, PropertyListEncoder.encode, PropertyListEncoder.outputFormat, PropertyListEncoder.PropertyListFormat
    Writes values as a property list.
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    let data = try encoder.encode(["a": 1])
    print(String(decoding: data, as: UTF8.self).contains("<key>a</key>"))
    => true

    # PropertyListDecoder, PropertyListDecoder.decode
    Reads values from a property list.
    let data = try PropertyListEncoder().encode(["a": 1])
    print(try PropertyListDecoder().decode([String: Int].self, from: data))
    => ["a": 1]

    # CodingKeyRepresentable
    The cases of an enum of texts are the keys of a coded dictionary, which else would be a list.
    enum Column: String, Codable, CodingKeyRepresentable { case todo, done }
    print(String(decoding: try JSONEncoder().encode([Column.todo: 3]), as: UTF8.self))
    => {"todo":3}

    # CodingKey, CodingKey.init, CodingKey.stringValue, CodingKey.intValue
    The names of a type's properties in JSON.
    struct Book: Codable {
      var title = "Dune"
      enum CodingKeys: String, CodingKey { case title = "name" }
    }
    print(String(decoding: try JSONEncoder().encode(Book()), as: UTF8.self), Book.CodingKeys.title.stringValue)
    => {"name":"Dune"} name

    # Decoder.container, Decoder.unkeyedContainer, Decoder.singleValueContainer
    What is to be read: an object, a list, or a value by itself.
    struct Celsius: Decodable {
      var degrees: Double
      init(from decoder: any Decoder) throws { degrees = try decoder.singleValueContainer().decode(Double.self) }
    }
    print(try JSONDecoder().decode([Celsius].self, from: Data("[21.5]".utf8))[0].degrees)
    => 21.5

    # Encoder.container, Encoder.unkeyedContainer, Encoder.singleValueContainer
    What is to be written: an object, a list, or a value by itself.
    struct Celsius: Encodable {
      var degrees = 21.5
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(degrees)
      }
    }
    print(String(decoding: try JSONEncoder().encode([Celsius()]), as: UTF8.self))
    => [21.5]

    # KeyedDecodingContainer, KeyedDecodingContainer.decode, KeyedDecodingContainer.decodeIfPresent, KeyedDecodingContainer.decodeNil, KeyedDecodingContainer.contains, KeyedDecodingContainer.allKeys
    The values of an object, by their keys.
    struct Book: Decodable {
      var title: String, pages: Int
      enum CodingKeys: CodingKey { case title, pages }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        pages = try container.decodeIfPresent(Int.self, forKey: .pages) ?? 0
      }
    }
    print(try JSONDecoder().decode(Book.self, from: Data(#"{"title": "Dune"}"#.utf8)))
    => Book(title: "Dune", pages: 0)

    # KeyedEncodingContainer, KeyedEncodingContainer.encode, KeyedEncodingContainer.encodeIfPresent, KeyedEncodingContainer.encodeNil
    Where the values of an object are written, by their keys.
    struct Book: Encodable {
      var title = "Dune"
      enum CodingKeys: CodingKey { case name }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .name)
      }
    }
    print(String(decoding: try JSONEncoder().encode(Book()), as: UTF8.self))
    => {"name":"Dune"}

    # UnkeyedDecodingContainer, UnkeyedDecodingContainer.decode, UnkeyedDecodingContainer.decodeIfPresent, UnkeyedDecodingContainer.decodeNil, UnkeyedDecodingContainer.isAtEnd, UnkeyedDecodingContainer.count, UnkeyedDecodingContainer.currentIndex
    The values of a list, one after another.
    struct Sum: Decodable {
      var total = 0
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd { total += try container.decode(Int.self) }
      }
    }
    print(try JSONDecoder().decode(Sum.self, from: Data("[1, 2, 3]".utf8)).total)
    => 6

    # UnkeyedEncodingContainer, UnkeyedEncodingContainer.encode, UnkeyedEncodingContainer.encodeNil, UnkeyedEncodingContainer.count
    Where the values of a list are written.
    struct Point: Encodable {
      var x = 1, y = 2
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(x)
        try container.encode(y)
      }
    }
    print(String(decoding: try JSONEncoder().encode(Point()), as: UTF8.self))
    => [1,2]

    # SingleValueDecodingContainer, SingleValueDecodingContainer.decode, SingleValueDecodingContainer.decodeNil
    A value by itself.
    struct Name: Decodable {
      var text: String
      init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    }
    print(try JSONDecoder().decode([Name].self, from: Data(#"["Ann"]"#.utf8))[0].text)
    => Ann

    # SingleValueEncodingContainer, SingleValueEncodingContainer.encode, SingleValueEncodingContainer.encodeNil
    Where a value by itself is written.
    struct Name: Encodable {
      var text = "Ann"
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }
    print(String(decoding: try JSONEncoder().encode([Name()]), as: UTF8.self))
    => ["Ann"]

    # *.nestedContainer, *.nestedUnkeyedContainer, *.superDecoder, *.superEncoder
    An object or a list inside of another.
    struct Book: Decodable {
      var city: String
      enum Keys: CodingKey { case publisher, city }
      init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Keys.self)
        city = try outer.nestedContainer(keyedBy: Keys.self, forKey: .publisher).decode(String.self, forKey: .city)
      }
    }
    print(try JSONDecoder().decode(Book.self, from: Data(#"{"publisher": {"city": "Bonn"}}"#.utf8)).city)
    => Bonn

    # *.codingPath
    The keys on the way to the value at hand.
    do { _ = try JSONDecoder().decode([Int].self, from: Data(#"[1, "x"]"#.utf8)) } catch DecodingError.typeMismatch(_, let context) {
      print(context.codingPath.map(\.stringValue))
    }
    => ["Index 1"]

    # DecodingError, DecodingError.dataCorruptedError, DecodingError.Context, DecodingError.Context.init
    Why something could not be read.
    struct Book: Decodable { var title: String }
    do { _ = try JSONDecoder().decode(Book.self, from: Data("{}".utf8)) } catch DecodingError.keyNotFound(let key, _) {
      print(key.stringValue)
    }
    => title

    # EncodingError, EncodingError.Context, EncodingError.Context.init
    Why something could not be written.
    do { _ = try JSONEncoder().encode([Double.infinity]) } catch is EncodingError { print("infinity") }
    => infinity
    """#
}
