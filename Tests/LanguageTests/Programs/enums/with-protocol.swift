// An enum that conforms to protocols: Error, CustomStringConvertible, Comparable by order of cases.
enum Priority: Comparable { case low, normal, urgent(Int) }
print([Priority.urgent(2), .low, .urgent(1), .normal].sorted())
print(Priority.low < .normal, Priority.urgent(3) > .urgent(2))
protocol Titled { var title: String { get } }
enum Tab: Int, Titled, CaseIterable {
  case books, authors
  var title: String { self == .books ? "Books" : "Authors" }
}
let titled: [any Titled] = Tab.allCases
print(titled.map { $0.title })
