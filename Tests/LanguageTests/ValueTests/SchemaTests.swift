// The shapes clients see.
import Testing

@testable import Language

@Suite struct SchemaTests {
  @Test func everyKindHasItsShape() {
    let shop = Shop()
    let world = shop.world
    let book = Schema.record(
      name: "Book",
      fields: [
        .init(name: "id", schema: .string), .init(name: "title", schema: .string), .init(name: "pages", schema: .int),
        .init(name: "note", schema: .optional(.string)),
      ], identifiedBy: "id")
    let function = Type.function(FunctionType([.init(type: world.int)], .void))
    let table: [(Type, Schema)] = [
      (world.bool, .bool), (world.int, .int), (world.int8, .int), (world.uint, .int), (world.double, .double),
      (world.float, .double), (world.string, .string), (world.character, .string), (world.date, .date),
      (world.data, .data), (world.uuid, .uuid), (world.url, .url), (world.optional(world.int), .optional(.int)),
      (world.array(world.int), .list(.int)), (world.set(world.string), .list(.string)),
      (world.dictionary(world.string, world.bool), .dictionary(key: .string, value: .bool)),
      (
        world.tuple(("x", world.int), (nil, world.bool)),
        .tuple([.init(name: "x", schema: .int), .init(name: "1", schema: .bool)])
      ),
      (shop.book.plainType, book), (world.array(shop.book.plainType), .list(book)),
      (shop.reader.plainType, .object(name: "Reader")),
      (
        shop.size.plainType,
        .enumeration(
          name: "Size",
          cases: [.init(name: "small", rawValue: .string("S")), .init(name: "large", rawValue: .string("small"))])
      ),
      (
        shop.status.plainType,
        .enumeration(
          name: "Status",
          cases: [
            .init(name: "placed"), .init(name: "shipped", payload: [.init(name: "_0", schema: .int)]),
            .init(
              name: "lost", payload: [.init(name: "by", schema: .string), .init(name: "day", schema: .int)]),
            .init(name: "one", payload: [.init(name: "label", schema: .int)]),
            .init(
              name: "both", payload: [.init(name: "_0", schema: .int), .init(name: "_1", schema: .string)]),
          ])
      ),
      (
        world.result(world.int, shop.level.plainType),
        .enumeration(
          name: "Result<Int, Level>",
          cases: [
            .init(name: "success", payload: [.init(name: "_0", schema: .int)]),
            .init(name: "failure", payload: [.init(name: "_0", schema: shop.level.plainType.schema)]),
          ])
      ),
      (function, .opaque("(Int) -> ()")), (.any, .opaque("Any")), (.void, .opaque("()")),
      (.nominal(Nominal("Color", .structure), []), .opaque("Color")),
    ]
    for (type, schema) in table { #expect(type.schema == schema, "\(type)") }
  }

  @Test func aTypeInsideItselfIsOnlyNamed() {
    let tree = Shop().tree
    let inside = Schema.record(name: "Tree", fields: [], identifiedBy: nil)
    #expect(
      tree.plainType.schema
        == .record(
          name: "Tree",
          fields: [.init(name: "name", schema: .string), .init(name: "children", schema: .list(inside))],
          identifiedBy: nil))
  }

  @Test func genericArgumentsReachTheFields() {
    let world = World()
    let box = World.declare("Box", .structure, generics: ["T"])
    World.addProperties([("value", .parameter(box.genericParameters[0]))], to: box)
    #expect(
      Type.nominal(box, [world.int]).schema
        == .record(name: "Box<Int>", fields: [.init(name: "value", schema: .int)], identifiedBy: nil))
  }

  @Test func identityNeedsTheProtocolAndAStoredID() {
    let world = World()
    let parent = World.declare("Listed", .protocolType, identifiable: world.identifiable)
    let plain = World.declare("Plain", .structure, properties: [("id", world.int)])
    let computed = World.declare(
      "Computed", .structure, properties: [("x", world.int)], identifiable: world.identifiable)
    let inherited = World.declare("Inherited", .structure, properties: [("id", world.int)], identifiable: parent)
    #expect(plain.identityField == nil)
    #expect(computed.identityField == nil)
    #expect(inherited.identityField == "id")
  }
}
