// What is wrong with the daemon, and what to type about it.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  /// Tells how the daemon is.
  /// - Returns: 0 when nothing is wrong, else the class of the worst that is.
  func diagnose() throws -> Int32 {
    let connection: Connection
    do {
      connection = try connect(access(), mayLaunch: false)
    } catch ClientError.noDaemon(let path) where !options.json {
      let arguments = StartNote.arguments(at: try access().socketPath) ?? []
      show(lines: DoctorRenderer(style: style).absent(path: path, after: arguments))
      return ClientError.noDaemon(path: path).exitStatus
    }
    let status = try connection.call(ServerStatus.self, .init(), timeout: options.timeout)
    var diagnosis = Diagnosis(status)
    if !diagnosis.isHealthy {
      let root = try connection.call(ProgramList.self, .init(), timeout: options.timeout)
      diagnosis.add(root.declarations, in: nil)
      for namespace in root.namespaces {
        let list = try connection.call(ProgramList.self, .init(namespace: namespace), timeout: options.timeout)
        diagnosis.add(list.declarations, in: namespace)
      }
    }
    diagnosis.journalBytes = status.journal.flatMap(fileSize)
    show(diagnosis) { DoctorRenderer(style: style).lines(diagnosis) }
    return diagnosis.exitStatus
  }

  /// Prints declarations so that they can be evaluated again, but for what they give to something secret.
  func showSource(_ name: String?) throws {
    let connection = try connect(access())
    func told(_ declarations: [DeclarationInfo]) -> [DeclarationInfo] {
      let (told, redacted) = SecretLiterals(connection.core.hello?.secrets ?? []).without(declarations)
      for name in redacted { say(SecretLiterals.remark(on: name)) }
      return told
    }
    if let name {
      var result = try connection.call(
        ProgramSource.self, .init(name: name, namespace: options.namespace), timeout: options.timeout)
      result.declarations = told(result.declarations)
      show(result) { result.declarations.map(\.text) }
    } else {
      var result = try connection.call(
        ProgramList.self, .init(namespace: options.namespace), timeout: options.timeout)
      result.declarations = told(result.declarations)
      show(result) { result.declarations.map(\.text) }
    }
  }

  private func fileSize(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}

/// How the daemon is, and what helps.
struct Diagnosis: WireEncodable {
  /// What to type about a declaration that is not there.
  struct Remedy: Equatable {
    var name: String
    /// Declares it anew as it is.
    var declare: String
    var remove: String
  }

  let status: ServerStatus.Result
  /// As far as it can be seen from here, without what has not been moved into it.
  var journalBytes: Int?
  private(set) var remedies: [Remedy] = []

  init(_ status: ServerStatus.Result) { self.status = status }

  /// What is the matter now.
  var problems: [StartProblem] { (status.problems ?? []).filter { $0 != status.lastCrash } }
  var isHealthy: Bool { problems.isEmpty }

  /// Declarations are the class of source that is refused; what is none is the journal or an object that could not be made.
  var exitStatus: Int32 {
    if isHealthy { return 0 }
    let isJournal = problems.contains { $0.file == "journal" }
    return (isJournal ? ErrorCode.internal : .diagnostics).exitStatus
  }

  /// Adds what helps the declarations of a namespace that are not there.
  mutating func add(_ declarations: [DeclarationInfo], in namespace: String?) {
    let lost = Set(problems.flatMap(\.names))
    let program = namespace.map { "combinectl --namespace \($0)" } ?? "combinectl"
    for declaration in declarations {
      for name in declaration.names where lost.contains(namespace.map { "\($0).\(name)" } ?? name) {
        remedies.append(
          Remedy(
            name: name, declare: "\(program) eval \(shellWord(declaration.text))",
            remove: "\(program) remove \(shellWord(name))"))
        break
      }
    }
  }

  func encode(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("ok", isHealthy)
    writer.field("exitStatus", Int(exitStatus))
    writer.field("status", status)
    writer.field("journalBytes", ifPresent: journalBytes)
    writer.field(
      "remedies",
      JSONValue.array(
        remedies.map {
          .object([
            .init("name", .string($0.name)), .init("declare", .string($0.declare)),
            .init("remove", .string($0.remove)),
          ])
        }))
    writer.endObject()
  }
}

/// A word for the shell, in quotes where it needs them.
func shellWord(_ text: String) -> String {
  // An equals sign at the beginning is a command's place for zsh.
  let isPlain =
    !text.isEmpty && text.first != "="
    && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.-/:,+@%=".contains($0)) }
  if isPlain { return text }
  return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
