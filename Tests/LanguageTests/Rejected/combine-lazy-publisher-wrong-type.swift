// The declared type of a lazy pipeline is wrong three operators further up.
import Combine

class Form: ObservableObject {
  @Published var name = ""
  lazy var isValid: AnyPublisher<Bool, Never> = {
    $name
      .map { $0.count }  // error: cannot convert value of type 'Int' to closure result type 'Bool'
      .removeDuplicates()
      .eraseToAnyPublisher()
  }()
}
