import JSON

/// What a page shows beside its request.
public struct PageFacts: Sendable {
  public var nonce = ""
  public var action: String?
  public var deny: String?
  public var denialURL: String?
  public var message: String?
  public var hidden: [(name: String, value: String)] = []
  /// Everybody of the cast.
  public var people: [Person] = []
  /// What stands in the username's field already.
  public var username = ""
  public var scopes: [(name: String, title: String, isKnown: Bool)] = []
  public var more: [(label: String, href: String)] = []
  public var choices: JSONValue?
  public var labels: [(name: String, value: String)] = []
  public var fields: [(name: String, text: String)] = []
  public init() {}

  /// The parameter by which a form says that its page had a box for each scope.
  public static let chosenMark = "understudy_chosen"

  /// Where such a form is sent.
  var actionChosen: String? {
    action.map { $0 + ($0.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + Self.chosenMark + "=1" }
  }
}
