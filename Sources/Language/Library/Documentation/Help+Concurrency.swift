/// Help: tasks, asynchronous sequences and clocks. See `Documentation` for how it is written.
extension Documentation {
  static let concurrency = #"""
    # Task, Task.init
    Work that goes on beside the rest; await its value.
    let task = Task { 6 * 7 }
    print(await task.value)
    => 42

    # Task.detached
    A task of its own: it has nothing from where it was made.
    let task = Task.detached { 6 * 7 }
    print(await task.value)
    => 42

    # Task.value
    Waits for what the task gives; throws what it throws.
    let task = Task { () throws -> Int in 42 }
    print(try await task.value)
    => 42

    # Task.result
    Waits for what came of the task, a value or an error.
    let task = Task { 42 }
    print(await task.result)
    => success(42)

    # Task.cancel, Task.isCancelled, UnsafeCurrentTask, UnsafeCurrentTask.isCancelled
    Asks a task to stop; it looks at isCancelled, and sleeping ends with an error.
    let task = Task { () -> Bool in
      while !Task.isCancelled { await Task.yield() }
      return Task.isCancelled
    }
    task.cancel()
    print(await task.value)
    => true

    # Task.currentPriority, TaskPriority, TaskPriority.init
    How urgent a task is.
    print(TaskPriority.high == .userInitiated)
    => true

    # Task.checkCancellation, CancellationError
    Throws CancellationError if the task was cancelled.
    let task = Task { () throws -> Int in
      while true {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
    task.cancel()
    do { print(try await task.value) } catch is CancellationError { print("cancelled") }
    => cancelled

    # Task.yield
    Lets others run.
    await Task.yield()
    print("again")
    => again

    # Task.sleep
    Waits, and lets others run meanwhile; throws if the task is cancelled.
    try await Task.sleep(for: .milliseconds(10))
    try await Task.sleep(nanoseconds: 1_000_000)
    print("awake")
    => awake

    # MainActor, MainActor.run
    Runs a closure on the main actor. @MainActor in front of a type or function says that it belongs there.
    let n = await MainActor.run { 6 * 7 }
    print(n)
    => 42

    # MainActor.assumeIsolated, MainActor.assertIsolated, MainActor.preconditionIsolated
    For code that is on the main actor without saying so.
    func check() -> Int { MainActor.assumeIsolated { 42 } }
    print(check())
    => 42

    # TaskGroup, withTaskGroup
    Tasks that belong together; their results come as they get done.
    let sum = await withTaskGroup(of: Int.self) { group in
      for n in 1...3 { group.addTask { n * n } }
      return await group.reduce(0, +)
    }
    print(sum)
    => 14

    # ThrowingTaskGroup, withThrowingTaskGroup
    Tasks that belong together and may throw; when the body throws, the rest are cancelled.
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for n in 1...3 { group.addTask { n * n } }
      return try await group.reduce(0, +)
    }
    print(sum)
    => 14

    # DiscardingTaskGroup, withDiscardingTaskGroup, ThrowingDiscardingTaskGroup, withThrowingDiscardingTaskGroup
    Tasks that belong together, without results.
    await withDiscardingTaskGroup { group in
      group.addTask { print("done") }
    }
    => done

    # *.addTask, *.addTaskUnlessCancelled
    Starts a task of the group.
    let sum = await withTaskGroup(of: Int.self) { group in
      group.addTask { 1 }
      _ = group.addTaskUnlessCancelled { 2 }
      return await group.reduce(0, +)
    }
    print(sum)
    => 3

    # *.cancelAll, TaskGroup.isCancelled, ThrowingTaskGroup.isCancelled, DiscardingTaskGroup.isCancelled, ThrowingDiscardingTaskGroup.isCancelled
    Asks all tasks of the group to stop.
    let wasCancelled = await withTaskGroup(of: Bool.self) { group in
      group.cancelAll()
      return group.isCancelled
    }
    print(wasCancelled)
    => true

    # TaskGroup.isEmpty, ThrowingTaskGroup.isEmpty, DiscardingTaskGroup.isEmpty, ThrowingDiscardingTaskGroup.isEmpty
    Whether the group has no tasks whose results are still to come.
    print(await withTaskGroup(of: Int.self) { group in group.isEmpty })
    => true

    # TaskGroup.next, TaskGroup.nextResult, ThrowingTaskGroup.next, ThrowingTaskGroup.nextResult
    Waits for the next result; nil when there are no more.
    let first = await withTaskGroup(of: Int.self) { group in
      group.addTask { 7 }
      return await group.next() ?? 0
    }
    print(first)
    => 7

    # TaskGroup.waitForAll, ThrowingTaskGroup.waitForAll
    Waits until all tasks of the group are done.
    await withTaskGroup(of: Void.self) { group in
      group.addTask { print("one") }
      await group.waitForAll()
      print("all")
    }
    => one
    => all

    # CheckedContinuation, withCheckedContinuation, UnsafeContinuation, withUnsafeContinuation
    Waits for what a callback brings; it has to be resumed once.
    func load(_ done: @escaping (Int) -> Void) { done(42) }
    let n = await withCheckedContinuation { continuation in
      load { continuation.resume(returning: $0) }
    }
    print(n)
    => 42

    # withCheckedThrowingContinuation, withUnsafeThrowingContinuation
    Waits for what a callback brings, a value or an error.
    let n: Int = try await withCheckedThrowingContinuation { continuation in
      continuation.resume(with: .success(42))
    }
    print(n)
    => 42

    # CheckedContinuation.resume, UnsafeContinuation.resume
    Lets the waiting task go on, with a value or an error.
    enum Bad: Error { case luck }
    do {
      let n: Int = try await withCheckedThrowingContinuation { $0.resume(throwing: Bad.luck) }
      print(n)
    } catch { print(error) }
    => luck

    # withTaskCancellationHandler
    Calls a closure at once when the task is cancelled.
    let n = await withTaskCancellationHandler { 42 } onCancel: { print("cancelled") }
    print(n)
    => 42

    # AsyncSequence, AsyncSequence.makeAsyncIterator, AsyncIteratorProtocol, AnyAsyncIterator, AnyAsyncIterator.next, AsyncStream.makeAsyncIterator, AsyncThrowingStream.makeAsyncIterator
    Values that come one after another; for await waits for each.
    for await n in AsyncStream<Int>(unfolding: { nil }) { print(n) }
    for await n in [1, 2].publisher.values { print(n) }
    => 1
    => 2

    # AsyncSequence.map, AsyncMapSequence, AsyncThrowingMapSequence
    Another value made of each value.
    for await n in [1, 2].publisher.values.map({ $0 * 10 }) { print(n) }
    => 10
    => 20

    # AsyncSequence.compactMap, AsyncCompactMapSequence, AsyncThrowingCompactMapSequence
    Another value made of each value, without those that become nil.
    for await n in ["1", "x"].publisher.values.compactMap({ Int($0) }) { print(n) }
    => 1

    # AsyncSequence.filter, AsyncFilterSequence
    The values that the closure is true for.
    for await n in (1...4).publisher.values.filter({ $0 > 2 }) { print(n) }
    => 3
    => 4

    # AsyncSequence.prefix, AsyncPrefixSequence, AsyncPrefixWhileSequence
    The first values: so many, or while the closure is true.
    for await n in (1...4).publisher.values.prefix(2) { print(n) }
    => 1
    => 2

    # AsyncSequence.dropFirst, AsyncSequence.drop, AsyncDropFirstSequence, AsyncDropWhileSequence
    The values without the first, or those the closure is true for.
    for await n in (1...4).publisher.values.dropFirst(2) { print(n) }
    => 3
    => 4

    # AsyncSequence.reduce
    One value made of all, when they have come.
    print(await (1...4).publisher.values.reduce(0, +))
    => 10

    # AsyncSequence.first
    Waits for the first value that the closure is true for.
    print(await (1...4).publisher.values.first { $0 > 2 } ?? 0)
    => 3

    # AsyncSequence.contains, AsyncSequence.allSatisfy
    Waits until it is known whether a value comes, or whether the closure is true for all.
    print(await (1...4).publisher.values.contains(3), await (1...4).publisher.values.allSatisfy { $0 > 2 })
    => true false

    # AsyncSequence.min, AsyncSequence.max
    Waits for the least or the greatest of all values.
    print(await [3, 1, 2].publisher.values.min() ?? 0, await [3, 1, 2].publisher.values.max() ?? 0)
    => 1 3

    # AsyncStream
    Values for for await that a closure brings as they come.
    let stream = AsyncStream<Int> { continuation in
      for n in 1...2 { continuation.yield(n) }
      continuation.finish()
    }
    for await n in stream { print(n) }
    => 1
    => 2

    # AsyncThrowingStream
    Values for for try await that a closure brings, and an error if need be.
    enum Bad: Error { case luck }
    let stream = AsyncThrowingStream<Int, Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Bad.luck)
    }
    do { for try await n in stream { print(n) } } catch { print(error) }
    => 1
    => luck

    # AsyncStream.makeStream, AsyncThrowingStream.makeStream
    A stream, and what brings its values.
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.yield(1)
    continuation.finish()
    for await n in stream { print(n) }
    => 1

    # AsyncStream.Continuation, AsyncStream.Continuation.yield, AsyncStream.Continuation.finish, AsyncThrowingStream.Continuation, AsyncThrowingStream.Continuation.yield, AsyncThrowingStream.Continuation.finish, AsyncStream.Continuation.YieldResult, AsyncThrowingStream.Continuation.YieldResult
    Brings a value into a stream, or its end.
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    continuation.yield("hello")
    continuation.finish()
    for await word in stream { print(word) }
    => hello

    # AsyncStream.Continuation.onTermination, AsyncThrowingStream.Continuation.onTermination, AsyncStream.Continuation.Termination, AsyncThrowingStream.Continuation.Termination
    Is called when a stream has ended, or nobody waits for it any more.
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.onTermination = { print($0) }
    continuation.finish()
    for await n in stream { print(n) }
    => finished

    # AsyncStream.Continuation.BufferingPolicy, AsyncStream.Continuation.BufferingPolicy.unbounded, AsyncStream.Continuation.BufferingPolicy.bufferingOldest, AsyncStream.Continuation.BufferingPolicy.bufferingNewest, AsyncThrowingStream.Continuation.BufferingPolicy, AsyncThrowingStream.Continuation.BufferingPolicy.unbounded, AsyncThrowingStream.Continuation.BufferingPolicy.bufferingOldest, AsyncThrowingStream.Continuation.BufferingPolicy.bufferingNewest
    What becomes of values that nobody has taken yet: all are kept, or the oldest or newest so many.
    let stream = AsyncStream<Int>(bufferingPolicy: .bufferingNewest(1)) { continuation in
      for n in 1...3 { continuation.yield(n) }
      continuation.finish()
    }
    for await n in stream { print(n) }
    => 3

    # AsyncPublisher, AsyncThrowingPublisher
    A publisher's values for for await.
    for await n in AsyncPublisher([1, 2].publisher) { print(n) }
    => 1
    => 2

    # Publisher.values
    The values for for await; for try await if the publisher can fail.
    for await n in [1, 2].publisher.values { print(n) }
    => 1
    => 2

    # Future.value
    Waits for the value of a future.
    let future = Future<Int, Never> { promise in promise(.success(42)) }
    print(await future.value)
    => 42

    # Clock, ContinuousClock, SuspendingClock, ContinuousClock.measure, SuspendingClock.measure
    What time is measured with.
    let time = ContinuousClock().measure { _ = (1...10).reduce(0, +) }
    print(time < .seconds(5))
    => true

    # ContinuousClock.now, SuspendingClock.now, ContinuousClock.minimumResolution, SuspendingClock.minimumResolution
    The present moment, and how fine the clock is.
    let start = ContinuousClock.now
    print(start <= ContinuousClock.now)
    => true

    # ContinuousClock.sleep, SuspendingClock.sleep
    Waits, and lets others run meanwhile.
    try await ContinuousClock().sleep(for: .milliseconds(10))
    print("awake")
    => awake

    # InstantProtocol, ContinuousClock.Instant, ContinuousClock.Instant.now, ContinuousClock.Instant.advanced, ContinuousClock.Instant.duration, SuspendingClock.Instant, SuspendingClock.Instant.now, SuspendingClock.Instant.advanced, SuspendingClock.Instant.duration
    A moment of a clock, others before and after it, and how far it is to them.
    let start = ContinuousClock.Instant.now
    print(start.duration(to: start.advanced(by: .seconds(2))), start + .seconds(2) > start)
    => 2.0 seconds true

    # Duration
    A span of time, as exact as you like.
    let pause: Duration = .milliseconds(1500)
    print(pause, pause * 2, pause < .seconds(2), pause / .seconds(1))
    => 1.5 seconds 3.0 seconds true 1.5

    # Duration.seconds, Duration.milliseconds, Duration.microseconds, Duration.nanoseconds
    A span of so much time.
    print(Duration.seconds(1.5), Duration.milliseconds(20))
    => 1.5 seconds 0.02 seconds

    # Duration.components
    The whole seconds, and the rest in billionths of billionths.
    print(Duration.milliseconds(1500).components)
    => (seconds: 1, attoseconds: 500000000000000000)

    # sleep, usleep
    Waits for seconds, or for millionths of seconds; only the caller waits.
    usleep(1000)
    print("awake")
    => awake
    """#
}
