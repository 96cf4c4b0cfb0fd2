import Foundation
import Combine

protocol Entity: Identifiable, Equatable, Sendable where ID: Hashable {}
protocol Repository<Model> {
  associatedtype Model: Entity
  func all() async throws -> [Model]
  func find(_ id: Model.ID) async throws -> Model
  @discardableResult func save(_ model: Model) async throws -> Model
}
enum RepositoryError<ID>: Error { case notFound(ID), conflict(existing: ID) }
struct Note: Entity { let id: Int; var text: String; var pinned = false }
final class MemoryRepository<Model: Entity>: Repository {
  private var storage: [Model.ID: Model]
  private(set) var log: [String] = []
  init(_ models: [Model] = []) { storage = Dictionary(uniqueKeysWithValues: models.map { ($0.id, $0) }) }
  func all() async throws -> [Model] { log.append(#function); return Array(storage.values) }
  func find(_ id: Model.ID) async throws -> Model {
    log.append("find(\(id))")
    guard let model = storage[id] else { throw RepositoryError.notFound(id) }
    return model
  }
  func save(_ model: Model) async throws -> Model { storage[model.id] = model; log.append("save"); return model }
}
struct AnyRepository<Model: Entity>: Repository {
  private let _all: () async throws -> [Model]
  private let _find: (Model.ID) async throws -> Model
  private let _save: (Model) async throws -> Model
  init<R: Repository>(_ r: R) where R.Model == Model { _all = r.all; _find = r.find; _save = r.save }
  func all() async throws -> [Model] { try await _all() }
  func find(_ id: Model.ID) async throws -> Model { try await _find(id) }
  func save(_ model: Model) async throws -> Model { try await _save(model) }
}
struct UseCase<Input, Output> {
  let execute: (Input) async throws -> Output
  func callAsFunction(_ input: Input) async throws -> Output { try await execute(input) }
}
extension UseCase where Input == Void { func callAsFunction() async throws -> Output { try await execute(()) } }
@MainActor class NotesViewModel: ObservableObject {
  enum LoadingState<Value> {
    case idle, loading(last: Value?), loaded(Value), failed(any Error)
    var value: Value? {
      switch self {
      case .loaded(let v): v;
      case .loading(last: let v): v;
      default: nil
      }
    }
  }
  @Published private(set) var state: LoadingState<[Note]> = .idle
  private let load: UseCase<Void, [Note]>, togglePin: UseCase<Note.ID, Note>
  init(load: UseCase<Void, [Note]>, togglePin: UseCase<Note.ID, Note>) { self.load = load; self.togglePin = togglePin }
  convenience init(repository: any Repository<Note>) {
    self.init(
      load: UseCase { try await repository.all().sorted { $0.id < $1.id } },
      togglePin: .init { id in
        var note = try await repository.find(id)
        note.pinned.toggle()
        return try await repository.save(note)
      })
  }
  func refresh() async {
    state = .loading(last: state.value)
    do { state = .loaded(try await load()) } catch { state = .failed(error) }
  }
  func toggle(_ id: Int) async -> Bool {
    do {
      let note = try await togglePin(id); print("pinned:", note.pinned); await refresh(); return true
    } catch RepositoryError<Int>.notFound(let id) { print("no note \(id)"); return false } catch {
      state = .failed(error); return false
    }
  }
}
let memory = MemoryRepository([Note(id: 2, text: "b"), Note(id: 1, text: "a")])
let vm = await NotesViewModel(repository: memory)
await vm.refresh()
print(await vm.state.value?.map(\.text) ?? [])
_ = await vm.toggle(2)
let ok = await vm.toggle(7)
print(ok, memory.log)
let erased = AnyRepository(memory)
try await erased.save(Note(id: 3, text: "c", pinned: true))
print(try await erased.all().filter(\.pinned).map(\.id).sorted())
let repos: [any Repository<Note>] = [memory, erased, MemoryRepository<Note>()]
for r in repos { print(try await r.all().count) }
func first<R: Repository>(_ r: R) async -> R.Model? where R.Model: Equatable { try? await r.all().first }
print(await first(MemoryRepository<Note>()) as Any)
if case .loaded(let notes) = await vm.state { print(notes) }
