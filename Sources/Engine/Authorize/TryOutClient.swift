import Basics
import ProviderModel

/// The client by which people try a provider before they have an app.
///
/// The cast has none of it. It is registered for the landing page at the very origin by which the request came, in the
/// same sandbox, and for nothing else.
enum TryOutClient {
  static func known(by id: String, _ context: RequestContext) -> Client? {
    let client = context.provider.tryOutClient
    guard ExactText.same(client.id, id),
      // Under a provider's own host there is no landing page.
      context.place.base.prefix == "\(context.reading.prefix)/\(context.provider.id)",
      let landing = context.site.landing(for: context.request, under: context.reading.prefix)
    else { return nil }
    return client.registered(for: landing)
  }

  /// Whether a client is this one. It need not push or sign its requests: the landing page can't.
  static func isOne(_ client: Client, _ context: RequestContext) -> Bool {
    ExactText.same(client.id, context.provider.tryOutClient.id)
      && !context.hasMetadata(of: client.id)
  }
}

extension Client {
  /// The same client with one redirect URI.
  fileprivate func registered(for uri: String) -> Client {
    Client(
      provider: provider, id: id, kind: kind, name: name, secret: secret, redirectURIs: [uri],
      hasExactRedirects: true)
  }
}
