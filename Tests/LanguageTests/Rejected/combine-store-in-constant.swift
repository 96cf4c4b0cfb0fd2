// The set has to be a variable.
// swift-format-ignore-file
import Combine

let cancellables = Set<AnyCancellable>()
Just(1).sink { print($0) }.store(in: &cancellables)  // error: cannot pass immutable value as inout argument: 'cancellables' is a 'let' constant
