// $x gives the current value at once, then every assignment, also equal ones; dropFirst and removeDuplicates.
import Combine

final class Settings: ObservableObject {
  @Published var theme = "light"
  @Published var sizes = [1, 2]
}
let settings = Settings()
let all = settings.$theme.sink { print("all \($0)") }
let later = settings.$theme.dropFirst().sink { print("later \($0)") }
let distinct = settings.$theme.removeDuplicates().sink { print("distinct \($0)") }
settings.theme = "dark"
settings.theme = "dark"
settings.theme.append("er")

let counts = settings.$sizes.map(\.count).sink { print("count \($0)") }
settings.sizes.append(3)
settings.sizes[0] = 9
settings.sizes.removeAll { $0 > 5 }
print(settings.sizes)
let publisher = settings.$theme
settings.theme = "x"
_ = publisher.sink { print("second subscriber sees \($0)") }
let erased: AnyPublisher<String, Never> = settings.$theme.eraseToAnyPublisher()
let erasedToken = erased.map { $0 + "!" }.sink { print($0) }
all.cancel()
settings.theme = "y"
