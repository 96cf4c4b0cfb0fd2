// Copies of what the daemon keeps: as a file for `restore`, and as text.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  /// Asks the daemon for a copy of its journal, which nobody else can read while it runs. When none runs, its program copies
  /// the file.
  func backUp(to file: String, state: String?) throws -> Int32 {
    let path = absoluteFile(file)
    // Who names a state directory means that one, whatever the daemon on the socket keeps.
    if let state { return try becomeDaemon(["--backup", path] + stateWords(state)) }
    guard let connection = try runningDaemon() else { return try becomeDaemon(["--backup", path]) }
    let result = try copy(to: path, by: connection)
    show(result) {
      let count = result.declarations == 1 ? "1 declaration" : "\(result.declarations) declarations"
      return ["\(result.file): rev \(result.rev), \(count), \(result.bytes) bytes"]
    }
    return 0
  }

  /// A connection to the daemon, if one runs.
  private func runningDaemon() throws -> Connection? {
    do { return try connect(access(), mayLaunch: false) } catch ClientError.noDaemon { return nil }
  }

  private func copy(to path: String, by connection: Connection) throws -> ServerBackup.Result {
    do {
      return try connection.call(ServerBackup.self, .init(file: path), timeout: options.timeout)
    } catch ClientError.refused(let refusal) {
      // As the daemon's program would have it.
      switch refusal.known {
      case .validation: throw UsageError(refusal.message, hint: refusal.hint, status: 73)
      case .internal: throw UsageError(refusal.message, hint: refusal.hint, status: 74)
      default: throw ClientError.refused(refusal)
      }
    }
  }

  func stateWords(_ state: String?) -> [String] { state.map { ["--state", $0] } ?? [] }

  /// Goes on as the daemon's program, which can read journals.
  /// - Returns: only if that could not be started.
  func becomeDaemon(_ arguments: [String]) throws -> Int32 {
    let arguments = arguments + (options.json ? ["--json"] : [])
    guard let executable = DaemonLauncher.findExecutable(environment: environment) else {
      throw ClientError.noExecutable(searched: environment["PATH"] ?? "")
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    execv(executable, &words)
    throw ClientError.launchFailed(executable: executable, reason: String(cString: strerror(errno)), output: "")
  }

  private func absoluteFile(_ path: String) -> String {
    let path = expandingTilde(path)
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }

  // MARK: Text

  /// Writes the program and its values.
  func export(to file: String?) throws {
    let connection = try connect(access())
    var exported: Export
    // What the requests tell belongs together if nothing happened between the first and the last.
    var tries = 0
    repeat {
      tries += 1
      exported = try Export(connection, of: options.namespace, timeout: options.timeout)
    } while exported.revisions.first != exported.revisions.last && tries < 10
    for (path, why) in exported.leftOut { say("\(path) is left out: \(why)") }
    for name in exported.redacted { say(SecretLiterals.remark(on: name)) }
    let text = options.json ? exported.json.description + "\n" : exported.script
    guard let file else {
      writeOutput(text)
      return
    }
    try writeFile(text, to: file)
    show(lines: ["\(file): rev \(exported.revisions.last ?? 0), \(exported.count)"])
  }
}

/// The program and its values, as other programs see them: what is private has no value here, what is secret has none to
/// tell, and a plain name's value follows from its declaration. A backup has all of it.
struct Export {
  struct Namespace {
    /// `nil`: the one without a name.
    var name: String?
    var declarations: [DeclarationInfo] = []
    /// By path, as it is within the namespace.
    var values: [(path: String, value: JSONValue)] = []
  }

  private(set) var namespaces: [Namespace] = []
  /// What has no value here, and why.
  private(set) var leftOut: [(path: String, why: String)] = []
  /// What is declared with a literal that is secret.
  private(set) var redacted: [String] = []
  private(set) var epoch = ""
  /// Before and after.
  private(set) var revisions: [Int] = []

  /// - Parameter chosen: the only namespace that is wanted, if it is one.
  init(_ connection: Connection, of chosen: String?, timeout: Duration?) throws {
    func call<M: MethodDefinition>(_ method: M.Type, _ params: M.Params) throws -> M.Result {
      try connection.call(method, params, timeout: timeout)
    }
    let status = try call(ServerStatus.self, .init())
    epoch = status.epoch
    revisions = [status.rev]
    let root = try call(ProgramList.self, .init(namespace: nil))
    namespaces = [Namespace(name: nil, declarations: root.declarations)]
    for name in root.namespaces {
      let list = try call(ProgramList.self, .init(namespace: name))
      namespaces.append(Namespace(name: name, declarations: list.declarations))
    }
    for store in try call(StoreList.self, .init(pattern: nil)).stores {
      // Of a namespace if its path begins with the name of one.
      let index = namespaces.lastIndex { Namespaces.local(store.path, in: $0.name) != nil }!
      for property in store.properties where property.access == .readWrite {
        let path = Namespaces.local(property.path, in: namespaces[index].name)!
        let value: JSONValue
        do throws(ClientError) { value = try connection.value(at: property.path, timeout: timeout).value } catch {
          guard case .refused(let refusal) = error else { throw error }
          // It may be gone by now.
          if refusal.known != .notFound { leftOut.append((property.path, error.message)) }
          continue
        }
        namespaces[index].values.append((path, value))
      }
    }
    if let chosen { namespaces.removeAll { $0.name != chosen } }
    let secrets = SecretLiterals(connection.core.hello?.secrets ?? [])
    for index in namespaces.indices {
      let (told, without) = secrets.without(namespaces[index].declarations)
      namespaces[index].declarations = told
      redacted += without
    }
    revisions.append(try call(ServerStatus.self, .init()).rev)
  }

  var count: String {
    let declarations = namespaces.reduce(0) { $0 + $1.declarations.count }
    let values = namespaces.reduce(0) { $0 + $1.values.count }
    return "\(declarations) declaration\(declarations == 1 ? "" : "s"), \(values) value\(values == 1 ? "" : "s")"
  }

  /// Run by `combinectl run`, it makes the same program with the same values.
  var script: String {
    var text =
      "// combined \(Combinectl.version), rev \(revisions.last ?? 0)@\(epoch): 'combinectl run' takes this file.\n"
    if let first = revisions.first, let last = revisions.last, first != last {
      text += "// It changed while it was read: the values are those of rev \(first) to \(last).\n"
    }
    for namespace in namespaces where namespace.name == nil || !namespace.declarations.isEmpty {
      if let name = namespace.name { text += "\n:namespace \(name)\n" }
      if !namespace.declarations.isEmpty { text += "\n" }
      for declaration in namespace.declarations { text += declaration.text.trimmingSuffix("\n") + "\n" }
      if !namespace.values.isEmpty { text += "\n" }
      for (path, value) in namespace.values {
        if let number = NotFinite(value) {
          text += path + " = " + number.swift + "\n"
          continue
        }
        let line = ":set \(path) \(value.description)\n"
        // What cannot be set from outside is for whoever reads it.
        text += value == .secret || value.hasNotFinite ? "// " + line : line
      }
    }
    return text
  }

  /// `{"rev":…,"epoch":…,"namespaces":[{"name":…,"declarations":[…],"values":{…}}]}`
  var json: JSONValue {
    let list = namespaces.map { namespace -> JSONValue in
      let declarations = namespace.declarations.map { declaration -> JSONValue in
        [
          "names": .array(declaration.names.map { .string($0) }), "file": .string(declaration.file),
          "line": .int(declaration.line), "text": .string(declaration.text),
        ]
      }
      return [
        "name": namespace.name.map { .string($0) } ?? .null, "declarations": .array(declarations),
        "values": .object(namespace.values.map { .init($0.path, $0.value) }),
      ]
    }
    return [
      "rev": .int(revisions.last ?? 0), "since": .int(revisions.first ?? 0), "epoch": .string(epoch),
      "namespaces": .array(list),
    ]
  }
}

extension NotFinite {
  fileprivate var swift: String {
    switch self {
    case .nan: ".nan"
    case .infinity: ".infinity"
    case .negativeInfinity: "-.infinity"
    }
  }
}
