// Private is visible in the type only.
class ViewModel {
  private var token = "secret"
}
print(ViewModel().token)  // error: 'token' is inaccessible due to 'private' protection level
