// A private method is called from outside.
struct Account {
  private func audit() {}
}
Account().audit()  // error: 'audit' is inaccessible due to 'private' protection level
