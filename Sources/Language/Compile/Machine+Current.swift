internal import Glibc

/// The machine whose code runs on this thread: for the library's functions that make values and have no other way to it.
extension Machine {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "a thread has room for one more value")
    return key
  }()

  static var current: Machine? {
    pthread_getspecific(key).map { Unmanaged<Machine>.fromOpaque($0).takeUnretainedValue() }
  }

  static func setCurrent(_ machine: Machine?) {
    pthread_setspecific(key, machine.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
  }
}
