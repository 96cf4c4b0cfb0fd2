// store(in:) changes the set.
// swift-format-ignore-file
import Combine

var cancellables = Set<AnyCancellable>()
Just(1).sink { print($0) }.store(in: cancellables)  // error: passing value of type 'Set<AnyCancellable>' to an inout parameter requires explicit '&'
