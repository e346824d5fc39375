import Basics
import ProviderModel

extension Examination.Plan {
  /// Why an ability can't be examined as the client is run, where that is so.
  func outOfReach(_ ability: String) -> String? {
    guard ability == "logout", client.isWeb, client.logoutURL == nil else { return nil }
    return "nothing says where a user signs out: --logout-url"
  }

  /// What is known of a client by its record in the cast, and by how it is run.
  func subject(_ record: JSONValue) -> Subject {
    var subject = Subject(record)
    // Who checks nonces speaks OpenID Connect; of others it shows by what they send.
    let isParty = (scope ?? profile.scope).split(separator: " ").contains("openid")
    subject.wantsOpenID = isParty && abilities.contains("nonce") ? true : nil
    // What an application writes that runs already stays with it.
    subject.watched = client.command.isEmpty ? [.elsewhere] : [.elsewhere, .output]
    return subject
  }
}

extension Subject {
  /// - Parameter record: a client as a cast or the control API has it; the latter shows no secret.
  init(_ record: JSONValue) {
    func list(_ name: String) -> [String]? { record[name]?.arrayValue?.compactMap(\.stringValue) }
    let isConfidential = record["kind"]?.stringValue == Client.Kind.confidential.rawValue
    self.init(
      clientID: record["client_id"]?.stringValue, kind: isConfidential ? .confidential : .public,
      secret: record["secret"]?.stringValue, redirectURIs: list("redirect_uris") ?? [],
      authMethod: record["token_endpoint_auth_method"]?.stringValue,
      responseTypes: list("response_types"))
  }
}
