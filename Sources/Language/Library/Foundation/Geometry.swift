/// Points, sizes and rectangles.
extension FoundationLibrary {
  static let geometryTypes: [String: @Sendable () -> LibraryType] = [
    "CGPoint": { pair("CGPoint", "x", "y") },
    "CGSize": { pair("CGSize", "width", "height") },
    "CGVector": { pair("CGVector", "dx", "dy") },
    "CGRect": rectangle,
  ]

  private static func pair(_ name: String, _ first: String, _ second: String) -> LibraryType {
    LibraryType(
      "struct \(name): Hashable, Sendable { var \(first): Double { get set }; var \(second): Double { get set } }",
      [
        contextual("init()") { call throws(Abort) in try call.record(.double(0), .double(0)) },
        contextual("init(\(first): Double, \(second): Double)") { call throws(Abort) in
          try call.record(call[0], call[1])
        },
        contextual("init(\(first): Int, \(second): Int)") { call throws(Abort) in
          try call.record(.double(Double(call[0].integer)), .double(Double(call[1].integer)))
        },
        contextual("static var zero: \(name) { get }") { call throws(Abort) in try call.record(.double(0), .double(0))
        },
      ])
  }

  private static func rectangle() -> LibraryType {
    typealias Bounds = Rectangle
    let numbers: [(String, (Bounds) -> Double)] = [
      ("minX", \.minX), ("minY", \.minY), ("maxX", \.maxX), ("maxY", \.maxY), ("midX", { ($0.minX + $0.maxX) / 2 }),
      ("midY", { ($0.minY + $0.maxY) / 2 }), ("width", \.width), ("height", \.height),
    ]
    return LibraryType(
      "struct CGRect: Hashable, Sendable { var origin: CGPoint { get set }; var size: CGSize { get set } }",
      numbers.map { name, number in unary("var \(name): Double { get }") { .double(number(Bounds($0))) } } + [
        contextual("init()") { call throws(Abort) in try call.rectangle(0, 0, 0, 0) },
        contextual("static var zero: CGRect { get }") { call throws(Abort) in try call.rectangle(0, 0, 0, 0) },
        contextual("init(origin: CGPoint, size: CGSize)") { call throws(Abort) in try call.record(call[0], call[1]) },
        contextual("init(x: Double, y: Double, width: Double, height: Double)") { call throws(Abort) in
          try call.rectangle(call[0].number, call[1].number, call[2].number, call[3].number)
        },
        contextual("init(x: Int, y: Int, width: Int, height: Int)") { call throws(Abort) in
          try call.rectangle(
            Double(call[0].integer), Double(call[1].integer), Double(call[2].integer), Double(call[3].integer))
        },
        unary("var isEmpty: Bool { get }") {
          let bounds = Bounds($0)
          return .bool(bounds.width == 0 || bounds.height == 0)
        },
        binary("func contains(_ point: CGPoint) -> Bool") {
          let (bounds, x, y) = (Bounds($0), $1.fields[0].number, $1.fields[1].number)
          return .bool(x >= bounds.minX && x < bounds.maxX && y >= bounds.minY && y < bounds.maxY)
        },
        binary("func intersects(_ rect2: CGRect) -> Bool") {
          let (left, right) = (Bounds($0), Bounds($1))
          return .bool(
            left.minX < right.maxX && right.minX < left.maxX && left.minY < right.maxY && right.minY < left.maxY)
        },
        contextual("func insetBy(dx: Double, dy: Double) -> CGRect") { call throws(Abort) in
          let (bounds, dx, dy) = (Bounds(call[0]), call[1].number, call[2].number)
          return try call.rectangle(
            bounds.minX + dx, bounds.minY + dy, bounds.width - 2 * dx, bounds.height - 2 * dy)
        },
        contextual("func offsetBy(dx: Double, dy: Double) -> CGRect") { call throws(Abort) in
          let bounds = Bounds(call[0])
          return try call.rectangle(
            bounds.minX + call[1].number, bounds.minY + call[2].number, bounds.width, bounds.height)
        },
        contextual("func union(_ r2: CGRect) -> CGRect") { call throws(Abort) in
          let (left, right) = (Bounds(call[0]), Bounds(call[1]))
          let (x, y) = (min(left.minX, right.minX), min(left.minY, right.minY))
          return try call.rectangle(x, y, max(left.maxX, right.maxX) - x, max(left.maxY, right.maxY) - y)
        },
      ])
  }
}

/// A `CGRect`, whose size counts as positive.
private struct Rectangle {
  let minX, minY, width, height: Double

  init(_ value: Value) {
    let (origin, size) = (value.fields[0].fields, value.fields[1].fields)
    (width, height) = (size[0].number.magnitude, size[1].number.magnitude)
    minX = min(origin[0].number, origin[0].number + size[0].number)
    minY = min(origin[1].number, origin[1].number + size[1].number)
  }

  var maxX: Double { minX + width }
  var maxY: Double { minY + height }
}

extension NativeCall {
  /// A `CGRect` of these parts.
  fileprivate func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws(Abort) -> Value {
    guard let point = machine.library.type(named: "CGPoint"), let size = machine.library.type(named: "CGSize"),
      let nominal = machine.library.type(named: "CGRect")
    else { throw .trap("library: no rectangles") }
    return .record(
      Record(
        nominal,
        [
          .record(Record(point, [.double(x), .double(y)])), .record(Record(size, [.double(width), .double(height)])),
        ]))
  }
}
