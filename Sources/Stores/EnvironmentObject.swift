// Objects that others find by their type: the daemon's `@EnvironmentObject`, in compiled programs.
public import Combine

/// The object of that type among those that are exposed by the same `StoreServer`, or that were given to it. It is looked up when
/// the object is exposed: that there is none then, or several, is an error there that says where the property stands, and no crash later.
///
///     final class Page: ObservableObject { @EnvironmentObject var settings: Settings }
@propertyWrapper
public struct EnvironmentObject<Object: ObservableObject> {
  private final class Place {
    var object: Object?
  }

  private let place = Place()
  private let file: StaticString
  private let line: UInt

  public init(file: StaticString = #fileID, line: UInt = #line) { (self.file, self.line) = (file, line) }

  public var wrappedValue: Object {
    guard let object = place.object else {
      preconditionFailure("\(file):\(line): no \(Object.self) is there before the object is exposed")
    }
    return object
  }
}

/// A property of that kind, of whatever type.
@MainActor
protocol EnvironmentProperty {
  func find(among objects: [AnyObject], as name: String) throws(StoresError)
}

extension EnvironmentObject: EnvironmentProperty {
  func find(among objects: [AnyObject], as name: String) throws(StoresError) {
    let found = objects.compactMap { $0 as? Object }
    guard let object = found.first else {
      throw StoresError(
        "no object of type '\(Object.self)' is in the environment of '\(name)' (\(file):\(line)); expose one first, or give one "
          + "to the server with place(_:)")
    }
    guard found.count == 1 else {
      throw StoresError(
        "\(found.count) objects of type '\(Object.self)' are in the environment of '\(name)' (\(file):\(line)); it can mean one only"
      )
    }
    place.object = object
  }
}

/// All stored properties of an object, those of superclasses first.
func storedProperties(of object: AnyObject) -> [(name: String, value: Any)] {
  var mirrors: [Mirror] = []
  var mirror: Mirror? = Mirror(reflecting: object)
  while let present = mirror {
    mirrors.append(present)
    mirror = present.superclassMirror
  }
  return mirrors.reversed().flatMap { mirror in
    mirror.children.compactMap { child in child.label.map { ($0, child.value) } }
  }
}
