import Combine
import OSLog
import os

final class CartModel: ObservableObject {
  @Published var items: [String] = []
  private let logger = Logger(subsystem: "com.example.shop", category: "cart")

  func add(_ item: String, for customer: String) {
    items.append(item)
    logger.info(
      "added \(item, privacy: .public) for \(customer, privacy: .private(mask: .hash)), \(self.items.count) in it")
    logger.debug("\(item, align: .left(columns: 10), privacy: .public)|")
  }

  func fail() {
    logger.error("failed: \(String(describing: self.items))")
    logger.log(level: .fault, "fault \(1 + 1)")
    logger.log(level: .info, "fine")
    logger.log("plain")
    logger.warning("careful")
  }
}

extension Logger {
  static let network = Logger(subsystem: "com.example.shop", category: "network")
}

let cart = CartModel()
cart.add("apple", for: "ada")
cart.fail()
Logger.network.notice(
  """
  two
  lines
  """)
Logger().critical("no category")
