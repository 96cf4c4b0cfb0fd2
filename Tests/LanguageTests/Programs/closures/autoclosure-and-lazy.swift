// What is evaluated late: autoclosures, lazy properties, short circuits.
func log(_ isOn: Bool, _ message: @autoclosure () -> String) {
  if isOn { print(message()) }
}
func costly() -> String {
  print("computed")
  return "message"
}
log(false, costly())
log(true, costly())
struct Report {
  lazy var text: String = {
    print("made")
    return "text"
  }()
}
var report = Report()
print(report.text, report.text)
func fail() -> Bool {
  print("asked")
  return true
}
print(false && fail(), true || fail(), true && fail())
