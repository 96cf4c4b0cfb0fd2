/// Help: queues, timers and schedulers. See `Documentation` for how it is written.
extension Documentation {
  static let dispatch = #"""
    # DispatchQueue, DispatchQueue.init
    Work in its order. Here all queues take turns on one thread.
    let queue = DispatchQueue(label: "work")
    print(queue.sync { 6 * 7 })
    => 42

    # DispatchQueue.main, DispatchQueue.global
    The main queue, and one for work in the background.
    print(DispatchQueue.main.label)
    => com.apple.main-thread

    # DispatchQueue.label
    The name of the queue.
    print(DispatchQueue(label: "work").label)
    => work

    # DispatchQueue.async
    Runs a closure soon, when what is running now is done.
    DispatchQueue.main.async { print("later") }
    print("now")
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
    => now
    => later

    # DispatchQueue.asyncAfter
    Runs a closure after a pause.
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.02) { print("later") }
    print("now")
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1))
    => now
    => later

    # DispatchQueue.sync
    Runs a closure at once, and gives what it gives.
    print(DispatchQueue(label: "work").sync { 42 })
    => 42

    # DispatchQueue.suspend, DispatchQueue.resume
    Lets the queue begin nothing new, and go on again.
    let queue = DispatchQueue(label: "work")
    queue.suspend()
    queue.resume()
    print(queue.sync { 42 })
    => 42

    # DispatchQueue.Attributes
    What a queue is like: concurrent, or not begun yet.
    print(DispatchQueue(label: "work", attributes: .concurrent).label)
    => work

    # DispatchQueue.SchedulerOptions, RunLoop.SchedulerOptions, OperationQueue.SchedulerOptions
    What a scheduler can be asked for besides the time; nothing here.
    let token = Just(1).receive(on: DispatchQueue.main, options: nil).sink { print($0) }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
    => 1

    # DispatchQoS, DispatchQoS.QoSClass
    How urgent work is.
    print(DispatchQueue(label: "work", qos: .userInitiated).label)
    => work

    # DispatchWorkItem
    Work that can be given to a queue, waited for, and cancelled before it begins.
    let item = DispatchWorkItem { print("work") }
    item.perform()
    print(item.isCancelled)
    => work
    => false

    # DispatchWorkItem.perform
    Does the work now.
    DispatchWorkItem { print("work") }.perform()
    => work

    # DispatchWorkItem.cancel, DispatchWorkItem.isCancelled
    Takes the work back, if it has not begun.
    let item = DispatchWorkItem { print("work") }
    item.cancel()
    item.perform()
    print(item.isCancelled)
    => true

    # DispatchWorkItem.wait, DispatchWorkItem.notify
    Wait until the work is done, or do something then.
    let item = DispatchWorkItem { print("work") }
    DispatchQueue.global().async(execute: item)
    item.wait()
    print("done")
    => work
    => done

    # DispatchWorkItemFlags
    How a queue treats work, such as barrier.
    DispatchQueue(label: "work").sync(flags: .barrier) { print("alone") }
    => alone

    # DispatchGroup, DispatchGroup.enter, DispatchGroup.leave, DispatchGroup.notify
    Says when several things are done.
    let group = DispatchGroup()
    group.enter()
    group.notify(queue: .main) { print("done") }
    group.leave()
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
    => done

    # DispatchGroup.wait, DispatchTimeoutResult
    Waits until all things of the group are done.
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { }
    print(group.wait(timeout: .now() + 1))
    => success

    # DispatchSemaphore, DispatchSemaphore.wait, DispatchSemaphore.signal
    Lets so many go on at a time: wait takes a place, signal gives it back.
    let semaphore = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { semaphore.signal() }
    semaphore.wait()
    print("signalled")
    => signalled

    # DispatchTime, DispatchWallTime, DispatchTimeInterval
    Moments and spans for queues.
    let soon = DispatchTime.now() + .milliseconds(20)
    print(soon > .now())
    => true

    # DispatchTime.now, DispatchTime.distantFuture, DispatchWallTime.now, DispatchWallTime.distantFuture
    The present moment, and one that never comes.
    print(DispatchTime.now() < .distantFuture)
    => true

    # DispatchTime.uptimeNanoseconds, DispatchWallTime.uptimeNanoseconds
    The moment in billionths of a second.
    print(DispatchTime(uptimeNanoseconds: 5).uptimeNanoseconds)
    => 5

    # DispatchTime.advanced, DispatchWallTime.advanced
    A moment so much later.
    print(DispatchTime(uptimeNanoseconds: 5) + .seconds(1) > DispatchTime(uptimeNanoseconds: 5))
    => true

    # Thread, Thread.isMainThread, Thread.current, Thread.main, Thread.name
    Where code runs; here there is one thread, and these answer as they would elsewhere.
    print(Thread.isMainThread)
    => true

    # Thread.sleep
    Waits for seconds; only the caller waits.
    Thread.sleep(forTimeInterval: 0.01)
    print("awake")
    => awake

    # RunLoop, RunLoop.main, RunLoop.current, RunLoop.run
    What timers run on; run(until:) waits while they do, run() does nothing, for here they run anyway.
    let token = Timer.publish(every: 0.02, on: .main, in: .common).autoconnect().first().sink { _ in print("tick") }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.2))
    => tick

    # RunLoop.Mode
    When a timer runs: common and default.
    let token = Timer.publish(every: 0.02, on: .main, in: .default).autoconnect().first().sink { _ in print("tick") }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.2))
    => tick

    # OperationQueue, OperationQueue.main
    A queue of Foundation; a scheduler, too.
    let token = Just(1).receive(on: OperationQueue.main).sink { print($0) }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
    => 1

    # Timer, Timer.scheduledTimer
    Calls a closure after some seconds, once or again and again.
    let timer = Timer.scheduledTimer(withTimeInterval: 0.02, repeats: false) { _ in print("tick") }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.2))
    => tick

    # Timer.publish, Timer.TimerPublisher, Timer.TimerPublisher.interval
    A publisher of the time, again and again; autoconnect() starts it.
    let token = Timer.publish(every: 0.02, on: .main, in: .common).autoconnect().prefix(2).count().sink { print($0) }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.3))
    => 2

    # Timer.invalidate, Timer.isValid
    Ends a timer.
    let timer = Timer.scheduledTimer(withTimeInterval: 0.02, repeats: true) { _ in print("tick") }
    timer.invalidate()
    print(timer.isValid)
    => false

    # Timer.fire
    Calls the timer's closure now.
    let timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: false) { _ in print("tick") }
    timer.fire()
    => tick

    # Scheduler, Scheduler.schedule
    What says when a closure runs: queues, run loops, ImmediateScheduler.
    DispatchQueue.main.schedule { print("later") }
    print("now")
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
    => now
    => later

    # Scheduler.now, Scheduler.minimumTolerance
    The scheduler's time.
    let start = DispatchQueue.main.now
    print(start <= DispatchQueue.main.now)
    => true

    # ImmediateScheduler, ImmediateScheduler.shared
    Runs everything at once.
    let token = Just(1).receive(on: ImmediateScheduler.shared).sink { print($0) }
    => 1

    # SchedulerTimeIntervalConvertible
    Spans that can be written as .seconds(1) or .milliseconds(20).
    let token = Just(1).delay(for: .milliseconds(20), scheduler: DispatchQueue.main).sink { print($0) }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.2))
    => 1

    # *.seconds, *.milliseconds, *.microseconds, *.nanoseconds
    A span of a scheduler's time.
    let pause: DispatchQueue.SchedulerTimeType.Stride = .seconds(2)
    print(pause == .milliseconds(2000))
    => true

    # *.timeInterval, *.magnitude
    A span of a scheduler's time as a number.
    let pause: RunLoop.SchedulerTimeType.Stride = .seconds(2)
    print(pause.timeInterval)
    => 2.0

    # DispatchQueue.SchedulerTimeType, RunLoop.SchedulerTimeType, OperationQueue.SchedulerTimeType, ImmediateScheduler.SchedulerTimeType
    A moment of a scheduler's time.
    let start = DispatchQueue.main.now
    print(start.advanced(by: .seconds(2)) > start)
    => true

    # *.advanced, *.distance
    A moment so much later, and how far it is to another.
    let start = DispatchQueue.main.now
    print(start.distance(to: start.advanced(by: .seconds(2))) == .seconds(2))
    => true

    # DispatchQueue.SchedulerTimeType.Stride, RunLoop.SchedulerTimeType.Stride, OperationQueue.SchedulerTimeType.Stride, ImmediateScheduler.SchedulerTimeType.Stride
    A span of a scheduler's time; a number is so many seconds.
    let pause: DispatchQueue.SchedulerTimeType.Stride = 2
    print(pause == .seconds(2))
    => true
    """#
}
