/// Why the client goes no further.
struct Rejection: Error {
  /// What it names: the server's own error code, or one of ours, such as `state_mismatch`.
  var error: String
  var about: String

  init(_ error: String, _ about: String) {
    self.error = error
    self.about = about
  }
}
