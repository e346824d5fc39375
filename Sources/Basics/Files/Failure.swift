/// An error that the user can fix, with the exit code of the command.
package struct Failure: Error {
  package var text: String
  package var code: Int32

  package init(text: String, code: Int32 = 2) {
    self.text = text
    self.code = code
  }
}
