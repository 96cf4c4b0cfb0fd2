// @Published and ObservableObject: order of a write, lives, inheritance, identity.

import Combine
import CombineTesting
import Testing

private class Model: ObservableObject {
  @Published var name = ""
  @Published var count = 0
  @Published private(set) var isValid = false

  init() {
    $name.map { $0.count >= 3 }.assign(to: &$isValid)
  }
}

private final class Derived: Model {
  @Published var extra: [Int] = []
}

private final class Generic<T>: ObservableObject {
  @Published var value: T
  init(_ value: T) { self.value = value }
}

private final class Bare: ObservableObject {}

private class Plain {
  @Published var inherited = 0
}

private final class FromPlain: Plain, ObservableObject {}

@Suite(.leavesNothing) struct PublishedTests {
  @Test func announcesThenDeliversThenStores() {
    let model = Model()
    var log: [String] = []
    var bag = Set<AnyCancellable>()
    model.objectWillChange.sink { log.append("will change, count is \(model.count)") }.store(in: &bag)
    model.$count.sink { log.append("$count gives \($0), count is \(model.count)") }.store(in: &bag)
    log = []
    model.count = 5
    #expect(log == ["will change, count is 0", "$count gives 5, count is 0"])
    #expect(model.count == 5)
  }

  @Test func newSubscriberGetsTheValueWithItsFirstRequest() {
    let model = Model()
    model.count = 3
    let subscriber = RecordingSubscriber<Int, Never>(demand: .none)
    model.$count.subscribe(subscriber)
    #expect(subscriber.transcript == ["subscription PublishedSubject"])
    subscriber.request(.max(1))
    model.count = 4
    model.count = 5
    subscriber.request(.max(1))
    #expect(subscriber.values == [3, 5])
  }

  @Test func writeInsideASinkIsOverwrittenByTheOuterOne() {
    let model = Model()
    var seen: [Int] = []
    let cancellable = model.$count.sink {
      seen.append($0)
      if $0 == 1 { model.count = 2 }
    }
    model.count = 1
    #expect(seen == [0, 1, 2])
    #expect(model.count == 1)
    withExtendedLifetime(cancellable) {}
  }

  @Test func derivedPropertyFollows() {
    let model = Model()
    #expect(!model.isValid)
    model.name = "ada"
    #expect(model.isValid)
  }

  @Test func subscribersAreCalledInOrder() {
    let model = Model()
    var log: [Int] = []
    var bag = Set<AnyCancellable>()
    for index in 0..<10 { model.$count.dropValues(1).sink { _ in log.append(index) }.store(in: &bag) }
    model.count = 1
    #expect(log == Array(0..<10))
  }

  @Test func assignToLivesWithItsOwner() {
    let source = PassthroughSubject<Bool, Never>()
    let upstream = ManualPublisher<Bool, Never>()
    weak var weakModel: Generic<Bool>?
    do {
      let model = Generic(false)
      weakModel = model
      source.assign(to: &model.$value)
      upstream.assign(to: &model.$value)
      source.send(true)
      #expect(model.value)
    }
    #expect(weakModel == nil)
    #expect(upstream.history == [.request(.unlimited), .cancel])
    source.send(false)
  }

  @Test func assignToDoesNotCancelWhatHasEnded() {
    let model = Generic(false)
    let upstream = ManualPublisher<Bool, Never>()
    upstream.assign(to: &model.$value)
    upstream.send(true)
    upstream.send(completion: .finished)
    #expect(model.value)
    #expect(upstream.history == [.request(.unlimited)])
  }

  @Test func assignToTakesOneSubscription() {
    let model = Generic(false)
    let upstream = ManualPublisher<Bool, Never>()
    upstream.keepsSubscriber = true
    upstream.assign(to: &model.$value)
    #expect(upstream.sendSubscription().cancelCount == 1)
    upstream.send(completion: .finished)
    #expect(upstream.sendSubscription().cancelCount == 1)
    withExtendedLifetime(model) {}
  }

  /// The setter of `$x` is there for `assign(to: &$x)`: what is assigned has no effect.
  @Test func assigningAPublisherJoinsNothing() {
    let (a, b) = (Model(), Model())
    a.name = "a"
    b.name = "b"
    let announced = RecordingSubscriber<String, Never>()
    a.$name.subscribe(announced)
    a.$name = b.$name
    #expect(a.name == "a")
    b.name = "c"
    #expect(a.name == "a")
    a.name = "d"
    #expect(b.name == "c")
    #expect(announced.values == ["a", "d"])
    // In a pipeline's place it is as good as ever.
    Just("e").assign(to: &a.$name)
    #expect(a.name == "e")
  }

  @Test func neverCompletes() {
    let subscriber = RecordingSubscriber<Int, Never>()
    do {
      let model = Model()
      model.$count.subscribe(subscriber)
    }
    #expect(subscriber.completions.isEmpty)
  }
}

@Suite(.leavesNothing) struct ObservableObjectTests {
  @Test func samePublisherEachTime() {
    let bare = Bare()
    #expect(bare.objectWillChange === bare.objectWillChange)
    let models = (0..<300).map { _ in Model() }
    let publishers = models.map(\.objectWillChange)
    #expect(zip(models, publishers).allSatisfy { $0.objectWillChange === $1 })
    #expect(Set(publishers.map(ObjectIdentifier.init)).count == 300)
  }

  @Test func newObjectAtAnOldAddressGetsItsOwn() {
    var seen = Set<ObjectIdentifier>()
    var keep: [ObservableObjectPublisher] = []
    for _ in 0..<500 {
      let publisher = Bare().objectWillChange
      keep.append(publisher)
      seen.insert(ObjectIdentifier(publisher))
    }
    #expect(seen.count == 500)
  }

  @Test func inheritedAndGenericPropertiesAnnounce() {
    var count = 0
    var bag = Set<AnyCancellable>()
    let derived = Derived()
    derived.objectWillChange.sink { count += 1 }.store(in: &bag)
    derived.count = 1
    derived.extra.append(1)
    #expect(count == 2)
    let generic = Generic("a")
    generic.objectWillChange.sink { count += 1 }.store(in: &bag)
    generic.value = "b"
    #expect(count == 3)
    let plain = FromPlain()
    plain.objectWillChange.sink { count += 1 }.store(in: &bag)
    plain.inherited = 1
    #expect(count == 4)
  }

  @Test func objectIsNotKeptByItsPublisher() {
    weak var weakModel: Model?
    var publisher: ObservableObjectPublisher?
    do {
      let model = Model()
      weakModel = model
      publisher = model.objectWillChange
    }
    #expect(weakModel == nil)
    withExtendedLifetime(publisher) {}
  }

  @Test func anyDemandIsUnlimited() {
    let publisher = ObservableObjectPublisher()
    let subscriber = RecordingSubscriber<Void, Never>(demand: .max(1))
    publisher.subscribe(subscriber)
    publisher.send()
    publisher.send()
    #expect(subscriber.values.count == 2)
  }
}

extension Publisher {
  /// Drops the first values, by counting.
  func dropValues(_ count: Int) -> Publishers.CompactMap<Publishers.Scan<Self, (Int, Output?)>, Output> {
    scan((0, nil)) { ($0.0 + 1, $1) }.compactMap { $0.0 > count ? $0.1 : nil }
  }
}
