/// What the declarations of provided objects are made of: see `Machine+Provided.swift`. The underscored names are the
/// engine's; `ProviderError` is for programs to catch.
enum ProvidedLibrary {
  static let types: [String: @Sendable () -> LibraryType] = [
    "_Provided": { LibraryType("protocol _Provided {}", [], .values) },
    "ProviderError": {
      LibraryType(
        "struct ProviderError: Error, Hashable, CustomStringConvertible {}",
        [
          unary("var message: String { get }") { .string($0.object(ProviderErrorObject.self)?.content ?? "") },
          unary("var description: String { get }") { .string($0.object(ProviderErrorObject.self)?.content ?? "") },
          unary("var localizedDescription: String { get }") {
            .string($0.object(ProviderErrorObject.self)?.content ?? "")
          },
        ])
    },
  ]

  static func globals() -> [LibraryEntry] {
    [
      contextual("func _blank<T>() -> T") { call throws(Abort) in
        let type = call.type("T")
        guard let blank = type.blank, let value = try? Value(blank, as: type) else {
          throw call.fault("'\(type)' has no value that says nothing; make the property optional")
        }
        return value
      },
      contextual("func _ask<T: _ElseVoid>(_ object: Any, _ method: String, _ labels: String, _ arguments: Any...) -> T")
      {
        call throws(Abort) in
        switch try call.ask() {
        case .value(let value): return value
        case .refused(let reason), .unanswered(let reason): throw call.fault(reason)
        }
      },
      contextual(
        "func _tryAsk<T: _ElseVoid>(_ object: Any, _ method: String, _ labels: String, _ arguments: Any...) throws -> T"
      ) { call throws(Abort) in
        switch try call.ask() {
        case .value(let value): return value
        case .refused(let reason), .unanswered(let reason):
          let type = call.machine.library.plain("ProviderError")
          throw .thrown(.native(ProviderErrorObject(reason, type: type)), at: call.location)
        }
      },
    ]
  }
}

private enum Outcome {
  case value(Value)
  case refused(String)
  case unanswered(String)
}

extension NativeCall {
  fileprivate func ask() throws(Abort) -> Outcome {
    guard case .instance(let instance) = self[0].unboxed, instance.type.isProvided else {
      throw fault("only what another process provides can be asked")
    }
    var method: String { "\(instance.displayName).\(self[1].text)" }
    var arguments: [PortableValue.Field] = []
    if case .array(let given) = self[3] {
      for (label, value) in zip(self[2].text.split(separator: " "), given) {
        guard let plain = value.unboxed.portable else { throw fault("the argument '\(label)' has no plain form") }
        arguments.append(.init(String(label), plain))
      }
    }
    let type = type("T")
    let answer: ProvidedAnswer?
    do throws(Abort) {
      answer = try machine.ask(instance, .call(method: self[1].text, arguments), at: location)
    } catch { throw error.at(location) }
    switch answer {
    case nil:
      guard type.isVoid else {
        throw fault("this cannot wait here for what '\(method)' gives: what takes longer belongs into a Task")
      }
      return .value(.void)
    case .refused(let reason)?, .outdated(let reason)?: return .refused(reason)
    case .unanswered(let reason)?: return .unanswered(reason)
    case .value(let plain)?:
      if type.isVoid { return .value(.void) }
      do throws(ValueMismatch) { return .value(try Value(plain, as: type)) } catch {
        throw fault(
          "'\(method)' gives \(type), and its provider answered \(error.got) where it expects \(error.expected)")
      }
    }
  }
}

/// A `ProviderError`.
private final class ProviderErrorObject: ValueObject<String>, LocalizedObject {
  override var text: String { content }
  var localizedDescription: String { content }
}
