// The module that a type comes from, where types are written in full.
import Dispatch
import Foundation

print(
  String(reflecting: OperationQueue.self), String(reflecting: DispatchGroup.self), String(reflecting: DispatchQoS.self))
print(
  String(reflecting: IndexSet.self), String(reflecting: CharacterSet.self), String(reflecting: NumberFormatter.self))
print(String(reflecting: Task<Int, Never>.self), String(reflecting: DecodingError.self))
print(String(reflecting: Measurement<UnitLength>.self), String(reflecting: [Notification].self))
