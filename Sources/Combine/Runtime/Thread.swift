// Who is calling: a number that differs between threads that are alive at the same time, and whose lowest bit is free.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@usableFromInline
func currentThread() -> UInt {
  #if canImport(Musl)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
