/// Help: texts, characters and patterns. See `Documentation` for how it is written.
extension Documentation {
  static let strings = #"""
    # String, String.init, Substring
    Text: a collection of characters as people see them.
    let name = "Ann"
    print("Hello, \(name)!", name.count, String(42), String(repeating: "-", count: 3))
    print(String(format: "%05.2f", 3.14159), String(255, radix: 16))
    => Hello, Ann! 3 42 ---
    => 03.14 ff

    # String.append, String.write
    Adds text or a character at the end.
    var text = "ab"
    text.append("c")
    print(text)
    => abc

    # String.insert
    Puts a character, or many, in at an index.
    var text = "ac"
    text.insert("b", at: text.index(after: text.startIndex))
    print(text)
    => abc

    # String.filter
    The text of the characters that the closure is true for.
    print("a1b2".filter { $0.isNumber })
    => 12

    # String.uppercased, String.lowercased
    The text in capitals, or in small letters.
    print("Straße".uppercased(), "ABC".lowercased())
    => STRASSE abc

    # String.capitalized, String.localizedCapitalized
    The text with a capital at the beginning of each word.
    print("ann lee".capitalized)
    => Ann Lee

    # String.localizedUppercase, String.localizedLowercase
    The text in capitals, or in small letters, as the language of the user has them.
    print("abc".localizedUppercase, "ABC".localizedLowercase)
    => ABC abc

    # String.hasPrefix, String.hasSuffix
    Whether the text begins, or ends, with another.
    print("image.png".hasPrefix("image"), "image.png".hasSuffix(".jpg"))
    => true false

    # String.contains
    Whether a character, a text or a match of a pattern is in it.
    print("hello".contains("ell"), "hello".contains(/l+/))
    => true true

    # String.localizedCaseInsensitiveContains, String.localizedStandardContains
    Whether a text is in it as people search: whatever the case; with Standard, whatever the accents, too.
    print("Café".localizedCaseInsensitiveContains("CAF"), "Café".localizedStandardContains("cafe"))
    => true true

    # String.compare, String.caseInsensitiveCompare, ComparisonResult
    How two texts are ordered, with options if you like.
    print("a".caseInsensitiveCompare("A") == .orderedSame)
    print("file10".compare("file9", options: .numeric) == .orderedDescending)
    => true
    => true

    # String.localizedCompare, String.localizedCaseInsensitiveCompare, String.localizedStandardCompare
    How two texts are ordered for people to read; Standard counts numbers as numbers.
    print(["file10", "file9"].sorted { $0.localizedStandardCompare($1) == .orderedAscending })
    => ["file9", "file10"]

    # String.folding
    The text without what the options say is no difference.
    print("Café".folding(options: .diacriticInsensitive, locale: nil))
    => Cafe

    # String.range
    Where a text is, or nil.
    let line = "key=value"
    if let range = line.range(of: "=") { print(line[..<range.lowerBound], line[range.upperBound...]) }
    => key value

    # String.rangeOfCharacter
    Where the first character of a set is, or nil.
    print("abc".rangeOfCharacter(from: .decimalDigits) == nil)
    => true

    # String.replacingOccurrences
    The text with another one put for each place of a text.
    print("a-b-c".replacingOccurrences(of: "-", with: "+"))
    => a+b+c

    # String.replacingCharacters
    The text with another one put in the place of a range.
    let text = "abc"
    print(text.replacingCharacters(in: text.startIndex..<text.index(after: text.startIndex), with: "X"))
    => Xbc

    # String.replacing
    The text with another one put for each place of a text, or each match of a pattern.
    print("a-b".replacing("-", with: "+"), "a1b22".replacing(/\d+/, with: "#"))
    => a+b a#b#

    # String.appending
    The text with another one behind it.
    print("ab".appending("cd"))
    => abcd

    # String.trimmingCharacters
    The text without such characters at both ends.
    print("[" + "  x ".trimmingCharacters(in: .whitespaces) + "]")
    => [x]

    # String.padding
    The text made so long, by cutting it or filling it up.
    print("7".padding(toLength: 3, withPad: ".", startingAt: 0) + "|")
    => 7..|

    # String.addingPercentEncoding, String.removingPercentEncoding
    The text as it stands in a URL, and back.
    print("a b".addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "")
    print("a%20b".removingPercentEncoding ?? "")
    => a%20b
    => a b

    # String.components
    The parts between separators, also empty ones.
    print("a,b,,c".components(separatedBy: ","))
    => ["a", "b", "", "c"]

    # String.enumerateLines
    Calls a closure with each line.
    "one\ntwo".enumerateLines { line, _ in print(line) }
    => one
    => two

    # String.split
    The parts between separators, without empty ones: a character, a text, a pattern, or what a closure is true for.
    print("a,b,,c".split(separator: ","), "a1b22c".split(separator: /\d+/))
    print("one two".split(separator: " ", maxSplits: 1).map(String.init))
    => ["a", "b", "c"] ["a", "b", "c"]
    => ["one", "two"]

    # String.utf8, String.utf16, String.unicodeScalars
    The text as bytes, as UTF-16, or as Unicode's code points.
    print("é".utf8.count, "é".utf16.count, "é".unicodeScalars.first!.value)
    => 2 1 233

    # String.data
    The text as bytes, in an encoding.
    print("é".data(using: .utf8)?.count ?? 0)
    => 2

    # Substring.base
    The text that a part was taken from.
    print("ab,cd".split(separator: ",")[1])
    => cd

    # String.firstMatch, Regex.firstMatch
    The first match of a pattern, with what its groups caught.
    if let match = "born 1815".firstMatch(of: /(?<year>\d{4})/) { print(match.year) }
    => 1815

    # String.wholeMatch, Regex.wholeMatch
    The match of a pattern with the whole text, or nil.
    if let match = "12:30".wholeMatch(of: /(\d+):(\d+)/) { print(match.1, match.2) }
    => 12 30

    # String.prefixMatch, Regex.prefixMatch
    The match of a pattern at the beginning, or nil.
    print("42 cm".prefixMatch(of: /\d+/)?.output ?? "")
    => 42

    # String.matches
    All matches of a pattern.
    print("a1b22".matches(of: /\d+/).map(\.output))
    => ["1", "22"]

    # String.starts
    Whether the text begins with a match of a pattern, or with these characters.
    print("42 cm".starts(with: /\d/), "abc".starts(with: "ab"))
    => true true

    # String.firstRange, String.ranges
    Where the matches of a pattern are.
    let text = "a1b22"
    print(text.ranges(of: /\d+/).map { text[$0] }, text.firstRange(of: /x/) == nil)
    => ["1", "22"] true

    # String.trimmingPrefix
    The text without a match of a pattern at its beginning.
    print("007".trimmingPrefix(/0+/))
    => 7

    # String.index, String.Index
    A place in a text. Characters can be of different sizes, so they are not numbered.
    let word = "Swift"
    let third = word.index(word.startIndex, offsetBy: 2)
    print(word[third], word[..<third])
    => i Sw

    # String.CompareOptions
    How texts are compared and looked for: caseInsensitive, numeric, backwards, regularExpression and so on.
    print("Hello".range(of: "HELLO", options: .caseInsensitive) != nil)
    print("a1b2".replacingOccurrences(of: "[0-9]", with: "", options: .regularExpression))
    => true
    => ab

    # String.Encoding, UTF8
    How text is written as bytes: utf8, ascii, utf16, isoLatin1.
    print(String(data: Data([72, 105]), encoding: .utf8) ?? "", String(decoding: [72, 105], as: UTF8.self))
    => Hi Hi

    # StringProtocol
    What String and Substring have in common.
    func shout<S: StringProtocol>(_ text: S) -> String { text.uppercased() + "!" }
    print(shout("hi"), shout("hello".prefix(2)))
    => HI! HE!

    # Character, Character.init
    One character as people see it, whatever it is made of.
    let flag: Character = "🇩🇪"
    print(flag, "🇩🇪".count, flag.unicodeScalars.count)
    => 🇩🇪 1 2

    # Character.uppercased, Character.lowercased
    The character as a capital or a small letter; a text, as one can become several.
    let letter: Character = "ß"
    print(letter.uppercased())
    => SS

    # Character.wholeNumberValue, Character.hexDigitValue
    The number that a digit stands for, or nil.
    let digit: Character = "7", letter: Character = "f"
    print(digit.wholeNumberValue ?? -1, letter.hexDigitValue ?? -1)
    => 7 15

    # Character.asciiValue
    The number of the character in ASCII, or nil.
    let letter: Character = "A"
    print(letter.asciiValue ?? 0)
    => 65

    # Character.unicodeScalars, Character.utf8
    What the character is made of.
    let letter: Character = "é"
    print(letter.unicodeScalars.count, letter.utf8.count)
    => 1 2

    # Character.isLetter, Character.isNumber, Character.isWholeNumber, Character.isHexDigit
    Whether the character is a letter, or a kind of digit.
    print("a1½".map { $0.isLetter }, "a1½".map { $0.isNumber }, "a1½".map { $0.isWholeNumber })
    => [true, false, false] [false, true, true] [false, true, false]

    # Character.isWhitespace, Character.isNewline
    Whether the character is a space, or ends a line.
    print("a b\n".filter { !$0.isWhitespace }, "\n".allSatisfy(\.isNewline))
    => ab true

    # Character.isUppercase, Character.isLowercase, Character.isCased
    Whether the character is a capital, a small letter, or one of the two.
    print("aB1".map { $0.isUppercase }, "aB1".map { $0.isCased })
    => [false, true, false] [true, true, false]

    # Character.isPunctuation, Character.isSymbol, Character.isMathSymbol, Character.isCurrencySymbol, Character.isASCII
    Whether the character is of that kind.
    print("!+€a".map { $0.isPunctuation }, "!+€a".map { $0.isSymbol }, "€".allSatisfy(\.isCurrencySymbol))
    => [true, false, false, false] [false, true, true, false] true

    # Unicode, Unicode.Scalar, Unicode.Scalar.value, Unicode.Scalar.isASCII
    One code point of Unicode.
    let scalar: Unicode.Scalar = "é"
    print(scalar.value, scalar.isASCII, Unicode.Scalar(65))
    => 233 false Optional("A")

    # UnicodeScalar
    Another name of Unicode.Scalar.
    print(UnicodeScalar(66))
    => Optional("B")

    # CharacterSet
    A set of characters: letters, decimalDigits, whitespaces and so on, or your own.
    print("a1b2".components(separatedBy: .decimalDigits))
    => ["a", "b", ""]

    # CharacterSet.inverted, CharacterSet.invert
    All characters that are not in it.
    print("a1b2".components(separatedBy: CharacterSet.letters.inverted))
    => ["a", "b", ""]

    # CharacterSet.union, CharacterSet.formUnion, CharacterSet.intersection, CharacterSet.subtracting
    The characters of two sets, those in both, or those of the first only.
    let set = CharacterSet.letters.union(CharacterSet(charactersIn: "_"))
    print("a_b-c".components(separatedBy: set.inverted))
    => ["a_b", "c"]

    # CharacterSet.contains
    Whether a code point is in it.
    print(CharacterSet.letters.contains("a"))
    => true

    # CharacterSet.insert, CharacterSet.remove
    Put characters in, or take them out.
    var set = CharacterSet.letters
    set.insert(charactersIn: "-")
    set.remove(charactersIn: "x")
    print("a-bxc".components(separatedBy: set.inverted))
    => ["a-b", "c"]

    # Regex, Regex.init
    A pattern for texts, between slashes or from a text; what its parentheses catch has types.
    let time = /(\d+):(\d+)/
    print("12:30".contains(time), try Regex("[0-9]+").firstMatch(in: "a12")?.output[0].substring ?? "")
    => true 12

    # Regex.ignoresCase, Regex.dotMatchesNewlines, Regex.anchorsMatchLineEndings
    The pattern with other rules: whatever the case, a dot for line ends, too, or ^ and $ at every line.
    print("HELLO".contains(/hello/.ignoresCase()))
    => true

    # Regex.Match, Regex.Match.output, Regex.Match.range
    What a pattern caught, and where.
    let text = "id 42"
    if let match = text.firstMatch(of: /id (\d+)/) { print(match.output.1, text[match.range]) }
    => 42 id 42

    # Regex.Match.subscript, AnyRegexOutput, AnyRegexOutput.Element, AnyRegexOutput.Element.substring
    What the groups of a pattern that was a text caught, by number.
    let match = try Regex("(a)(b)").firstMatch(in: "ab")
    print(match?[2].substring ?? "")
    => b

    # NSString, NSString.init
    Objective-C's text, for what String does not have, such as paths.
    print(("a/b.txt" as NSString).lastPathComponent)
    => b.txt

    # NSString.pathExtension, NSString.lastPathComponent, NSString.deletingPathExtension, NSString.deletingLastPathComponent
    Parts of a path.
    let path = "a/b.txt" as NSString
    print(path.pathExtension, path.lastPathComponent, path.deletingPathExtension, path.deletingLastPathComponent)
    => txt b.txt a/b a

    # NSString.pathComponents, NSString.appendingPathComponent, NSString.appendingPathExtension
    The names of a path, and a path with one more.
    let path = "a/b" as NSString
    print(path.pathComponents, path.appendingPathComponent("c"), path.appendingPathExtension("txt") ?? "")
    => ["a", "b"] a/b/c a/b.txt

    # NSString.length
    How many units of UTF-16 the text has.
    print(("é" as NSString).length)
    => 1

    # NSString.integerValue, NSString.doubleValue, NSString.boolValue
    The number at the beginning of the text, 0 if there is none.
    print(("12 km" as NSString).integerValue, ("2.5" as NSString).doubleValue, ("yes" as NSString).boolValue)
    => 12 2.5 true
    """#
}
