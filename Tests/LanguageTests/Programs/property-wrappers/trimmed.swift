// A wrapper without arguments on several properties, with the backing storage.
@propertyWrapper
struct Trimmed {
  private(set) var raw = ""
  var wrappedValue: String {
    get { raw.filter { $0 != " " } }
    set { raw = newValue }
  }
  init(wrappedValue: String) { raw = wrappedValue }
}
struct Form {
  @Trimmed var first: String
  @Trimmed var last = " b "
  var stored: String { _first.raw + "|" + _last.raw }
}
var form = Form(first: " a ")
print(form.first, form.last, form.stored)
form.last = " x y "
print(form.last, form.stored)
