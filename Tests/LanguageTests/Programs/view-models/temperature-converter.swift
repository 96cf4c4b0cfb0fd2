// Two fields that follow each other without an endless loop.
import Combine

final class Converter: ObservableObject {
  @Published var celsius = 0.0
  @Published var fahrenheit = 32.0
  private var cancellables = Set<AnyCancellable>()
  init() {
    $celsius.dropFirst().map { $0 * 9 / 5 + 32 }.removeDuplicates()
      .sink { [unowned self] in if fahrenheit != $0 { fahrenheit = $0 } }
      .store(in: &cancellables)
    $fahrenheit.dropFirst().map { ($0 - 32) * 5 / 9 }.removeDuplicates()
      .sink { [unowned self] in if celsius != $0 { celsius = $0 } }
      .store(in: &cancellables)
  }
}
let converter = Converter()
converter.celsius = 100
print(converter.celsius, converter.fahrenheit)
converter.fahrenheit = 50
print(converter.celsius, converter.fahrenheit)
