import Basics

/// The rules of a FedCM identity provider (W3C Federated Credential Management).
package struct FedCMRule: Sendable {
  /// The name of the cookie that browsers send with the requests of FedCM.
  package fileprivate(set) var cookie = ""
  /// The ID of the account of a person.
  package fileprivate(set) var account = Template(literal: "")
  /// The scopes of every ID token.
  package fileprivate(set) var scopes: [String] = []
  /// The scope for each field that the browser has told the person about.
  package fileprivate(set) var disclosed: [(field: String, scope: String)] = []
  package fileprivate(set) var issues: [IssuanceRule] = []

  init() {}
}

extension FedCMRule: ProviderPart {
  static let declaration: Declaration = .init(
    "fedcm", "A FedCM identity provider (W3C Federated Credential Management).",
    [
      .text(
        "cookie", \.cookie,
        "The name of the cookie for the requests of FedCM. It has the value of the cookie `session`, and `SameSite=None; Secure`.",
        example: "\"example_fedcm\""
      ).required,
      .template(
        "account", \.account, "The ID of the person's account.", example: "\"{{person.sub}}\""
      ).required,
      .texts(
        "scopes", \.scopes, "The scopes of every ID token.", example: "[\"openid\"]"),
      .map(
        "disclosed", \.disclosed, .text,
        keys: "fields: `name`, `email`, `picture`, `tel`, `username`",
        "The scope for each field that the browser has told the person about.",
        example: "{ \"email\": \"email\" }"
      ) { entry, _ in entry.value.stringValue.map { (entry.name, $0) } },
      .issues(\.issues, example: "{ \"id\": true }"),
    ])
}
