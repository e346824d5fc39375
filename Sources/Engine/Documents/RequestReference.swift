import Basics
import ProviderModel

/// The address of a request object, in `request_uri` (RFC 9101 §5.2): where it is fetched, and the result.
struct RequestReference: Sendable {
  /// The types of a document that holds a request object (RFC 9101 §5.2.3).
  private static let types = ["application/oauth-authz-req+jwt", "application/jwt"]

  /// As it was sent.
  let uri: String

  /// The address that is fetched: a fragment is a digest of the content, and not sent (OpenID Connect Core §6.2).
  var address: String { String(uri.prefix { $0 != "#" }) }

  /// - Returns: `nil` if no request object is fetched for such a text: it is empty, that of a pushed request, or the
  ///   provider fetches none.
  init?(_ uri: String, at provider: Provider) {
    guard provider.requestObjects?.isFetched == true, !uri.isEmpty else { return nil }
    if PushedRequest.isNamed(by: uri, at: provider) { return nil }
    self.uri = uri
  }

  var isWeb: Bool { WebPage.isAddress(address) }

  /// Whether a client may have its request objects there.
  func isRegistered(by client: Client, _ rule: RequestObjectRule) -> Bool {
    guard let known = client.requestURIs else { return !rule.mustBeRegistered }
    return known.contains { known in
      ExactText.same(known, uri) || ExactText.same(String(known.prefix { $0 != "#" }), address)
    }
  }

  /// The text of a document that holds a request object; `nil` if it can't be read.
  static func text(of document: FetchedDocument) -> String? {
    try? document.text(most: RequestObjectRule.mostBytes, types: types)
  }

  /// The text of the request object.
  /// - Parameter client: the client whose request it is.
  func text(for client: Client, _ rule: RequestObjectRule, _ context: RequestContext)
    throws(Refusal) -> String
  {
    let wire = context.provider.wire("request_uri", at: .authorize)
    func refusal(_ condition: Condition, _ sentence: String, _ remedy: Remedy) -> Refusal {
      Refusal(
        condition, at: .authorize, facts: [("value", uri.shortened)], sentence, remedy: remedy)
    }
    guard isWeb else {
      if context.provider.pushes == nil, uri.hasPrefix(PushedRequest.usualPrefix) {
        throw refusal(
          .requestURIInvalid,
          "\(wire) \(uri.shortened) is that of a pushed request, and \(context.provider.id) takes no pushed requests (RFC 9126)",
          "send the parameters themselves, without \(wire)")
      }
      throw refusal(
        .requestURIInvalid,
        context.provider.pushes == nil
          ? "\(wire) \(uri.shortened) is no web address"
          : "\(wire) \(uri.shortened) is neither that of a pushed request nor a web address",
        context.provider.pushes == nil
          ? "send an https address" : "send an https address, or the \(wire) of a pushed request")
    }
    guard !URIReference(address).authority.utf8.contains(UInt8(ascii: "@")) else {
      throw refusal(
        .requestURIInvalid, "\(wire) \(uri.shortened) has a user name",
        "send an address without a user name and a password")
    }
    guard isRegistered(by: client, rule) else {
      throw refusal(
        .requestURIUnregistered,
        "\(wire) \(uri.shortened) is not registered for \(client.id)",
        .say("add it to request_uris of this client in \(client.source)"))
    }
    guard context.hasMetadata(of: client.id) else {
      throw refusal(
        .requestURIUnfetched,
        "\(client.id) is not registered, so its request object is not fetched",
        "register the client with its keys")
    }
    guard let document = context.requestDocument, ExactText.same(document.address, address) else {
      throw refusal(
        .requestURIUnfetched,
        "the request object \(uri.shortened) was not fetched for this request",
        "send the request again; in a test, hand in the document")
    }
    do {
      return try document.text(most: RequestObjectRule.mostBytes, types: Self.types)
    } catch {
      throw refusal(
        .requestURIUnfetched, "the request object \(uri.shortened) \(error.why)",
        .say(error.remedy))
    }
  }
}
