// replaceNil of a sequence's publisher leaves optionals, of any other it does not.
import Combine
_ = [1, nil, 3].publisher.replaceNil(with: 0).map { $0 + 1 }.sink { print($0) }
_ = [1, nil, 3].publisher.replaceNil(with: 0).sink { print($0) }
_ = [1, nil, 3].publisher.replaceNil(with: 0).map { $0! + 1 }.sink { print($0) }
_ = [1, nil, 3].publisher.eraseToAnyPublisher().replaceNil(with: 0).map { $0 + 1 }.sink { print($0) }
