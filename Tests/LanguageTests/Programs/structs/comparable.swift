// Comparable by one operator: the others, sorting, min and max, ranges and clamping follow.
struct Version: Comparable, CustomStringConvertible {
  var major: Int, minor: Int
  static func < (a: Version, b: Version) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
  var description: String { "\(major).\(minor)" }
}
let versions = [Version(major: 2, minor: 1), Version(major: 1, minor: 9), Version(major: 2, minor: 0)]
print(versions.sorted(), versions.max()!, versions.min()!)
print(versions[0] > versions[1], versions[0] >= versions[0], versions[1] <= versions[2])
print((Version(major: 1, minor: 0)...Version(major: 2, minor: 0)).contains(versions[1]))
print(versions.sorted(by: >).map(\.description).joined(separator: " > "))
