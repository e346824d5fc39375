import JSON

/// What a page shows beside its request.
public struct PageFacts: Sendable {
  public var nonce = ""
  public var action: String?
  public var deny: String?
  public var denialURL: String?
  public var message: String?
  public var hidden: [(name: String, value: String)] = []
  public var people: [(username: String, name: String)] = []
  public var scopes: [(name: String, title: String)] = []
  public var more: [(label: String, href: String)] = []
  public var choices: JSONValue?
  public var labels: [(name: String, value: String)] = []
  public var fields: [(name: String, text: String)] = []
  public init() {}
}
