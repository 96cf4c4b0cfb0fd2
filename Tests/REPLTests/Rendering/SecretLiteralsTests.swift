import Testing

@testable import REPL

/// What a program gives its secrets at first is no part of what others get of it.
@Suite struct SecretLiteralsTests {
  @Test(arguments: [
    (
      #"@Published var password = "hunter2"; @Published var user = "ada""#,
      #"@Published var password = ""; @Published var user = "ada""#
    ),
    (#"var password: String = "a\"b", user = "c""#, #"var password: String = "", user = """#),
    (#"let login = Login(user: "ada", password: "x")"#, #"let login = Login(user: "ada", password: "")"#),
    (#"login.password = "x""#, #"login.password = """#),
    (##"login.password = #"a"b"#"##, #"login.password = """#),
    ("var pin: Int = -1_234\nvar size = 5", "var pin: Int = 0\nvar size = 5"),
    (#"var tokens = ["a", "b"]"#, #"var tokens = ["", ""]"#),
    ("var password = \"\"\"\n  a\n  \"\"\"\nvar b = \"c\"", "var password = \"\"\nvar b = \"c\""),
    // What is compared, computed or only called similarly stays.
    (#"if password == "x" { open("y") }"#, #"if password == "x" { open("y") }"#),
    (#"var passwords = "x""#, #"var passwords = "x""#),
    (#"$password.map { $0 + "x" }"#, #"$password.map { $0 + "x" }"#),
    (#"var password: String { "x" }"#, #"var password: String { "x" }"#),
  ])
  func literalsAreLeftOut(_ text: String, _ told: String) {
    let secrets = SecretLiterals(["**.password", "login.{pin,tok*}", "!test.**"])
    #expect(secrets.without(text) == told)
  }

  @Test(arguments: [
    (#"$a.map { $0 + "x" }.assign(to: &$password)"#, #"$a.map { $0 + "" }.assign(to: &$password)"#),
    (#"a2.map { $0.b_1 - 12 + _3 }"#, #"a2.map { $0.b_1 - 0 + _3 }"#),
    ("let a = \"b\" // it's \"c\nlet d = 5 /* \" */ / 2", "let a = \"\" \nlet d = 0  / 0"),
  ])
  func allAreLeftOut(_ text: String, _ told: String) {
    #expect(SecretLiterals(["**.password"]).withoutAny(text) == told)
    #expect(SecretLiterals([]).withoutAny(text) == text)
  }

  @Test func withoutPatternsNothingIs() {
    #expect(SecretLiterals([]).without(#"var password = "x""#) == #"var password = "x""#)
    #expect(SecretLiterals(["**"]).without(#"var a = "x""#) == #"var a = """#)
  }
}
