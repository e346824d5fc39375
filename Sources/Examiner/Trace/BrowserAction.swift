import Basics

/// What our user agent sent to the client, and what the client answered.
package struct BrowserAction: Sendable {
  /// `start`, `callback`, `replay`, `before`, `after`, `landing`, `probe`, and `other-probe` by
  /// another browser.
  package var what: String
  /// Milliseconds since the run began, with their fraction.
  package var at: Double
  package var method: String
  package var url: String
  package var body: String?
  /// `nil` where none came, or where the callback went to a program that answers nothing.
  package var answer: Answer?
  /// Why there is no answer; or to which program the callback was handed.
  package var note: String?

  package init(_ what: String, at: Double, method: String = "GET", url: String) {
    self.what = what
    self.at = at
    self.method = method
    self.url = url
  }
}
