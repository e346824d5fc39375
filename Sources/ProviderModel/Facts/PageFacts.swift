import Basics

/// What a page shows beside its request.
package struct PageFacts: Sendable {
  package var nonce = ""
  package var action: String?
  package var deny: String?
  package var denialURL: String?
  package var message: String?
  package var hidden: [(name: String, value: String)] = []
  /// The person who is signed in at the browser, if the page offers that.
  package var accounts: [Person] = []
  /// Everybody of the cast.
  package var people: [Person] = []
  /// What stands in the username's field already.
  package var username = ""
  package var scopes: [(name: String, title: String, isKnown: Bool)] = []
  package var details: [(name: String, title: String, text: String)] = []
  package var more: [(label: String, href: String)] = []
  /// The addresses of frames, and the address to which the page leads.
  package var frames: [String] = []
  package var onward: String?
  package var choices: JSONValue?
  package var labels: [(name: String, value: String)] = []
  package var fields: [(name: String, text: String)] = []
  package init() {}

  /// The parameter by which a form says that its page had a box for each scope.
  package static let chosenMark = "understudy_chosen"

  /// The button of a consent page that leads back to the login page. It answers nothing that the page asks.
  package static let anotherField = "understudy_another"

  /// Where such a form is sent.
  var actionChosen: String? {
    action.map { $0 + ($0.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + Self.chosenMark + "=1" }
  }
}
