// A property wrapper that does not exist.
struct Settings {
  @Clamped var volume = 5  // error: unknown attribute 'Clamped'
}
