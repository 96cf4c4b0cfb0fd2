// Models that keep what a view will show, and members that only a view can use.
// swift-format-ignore-file
import SwiftUI
import UIKit
import WebKit

struct AlertItem: Identifiable {
  let id = UUID()
  let title: Text
  let message: Text
  let dismissButton: Alert.Button
}

enum AlertContext {
  static let noAnswer = AlertItem(title: Text("Server"), message: Text("No answer"), dismissButton: .default(Text("OK")))
  static let noAddress = AlertItem(title: Text("Address"), message: Text("Wrong"), dismissButton: .cancel())
}

enum Weather: String, CaseIterable {
  case sunny, rainy
  var icon: Image { Image(systemName: self == .sunny ? "sun.max" : "cloud.rain") }
  var color: Color { self == .sunny ? .yellow : .gray }
  var font: UIFont { UIFont.systemFont(ofSize: 12) }
  func label(in proxy: GeometryProxy) -> some View { Text(rawValue).frame(width: proxy.size.width) }
}

extension WKWebView {
  func load(_ text: String) { if let url = URL(string: text) { load(URLRequest(url: url)) } }
}

final class WeatherCell: UICollectionViewCell {
  lazy var label = UILabel()
}

final class Forecast: ObservableObject {
  @Published var alert: AlertItem?
  @Published var image: Image?
  @Published var weather = Weather.rainy { didSet { image = weather.icon } }

  func fail() { alert = AlertContext.noAnswer }
}

struct ForecastView: View {
  @StateObject var forecast = Forecast()
  var body: some View {
    forecast.image.alert(item: $forecast.alert) { Alert(title: $0.title, message: $0.message, dismissButton: $0.dismissButton) }
  }
}

let forecast = Forecast()
forecast.weather = .sunny
print(forecast.image == Weather.sunny.icon, forecast.image == Image("sun.max"), forecast.weather.color)
forecast.fail()
print(forecast.alert?.title == Text("Server"), forecast.alert?.message == Text(verbatim: "No answer"), forecast.alert!.title)
