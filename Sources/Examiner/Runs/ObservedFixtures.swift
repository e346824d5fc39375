import Basics
import Engine
import ProviderModel
import Server

/// Providers and casts that a journal is read with: the bundled ones, and those that the user adds.
package struct ObservedFixtures {
  private let staging: LoadedFixtures

  package init(_ staging: LoadedFixtures) { self.staging = staging }

  package var book: EndpointBook {
    let providers = staging.providers
    return EndpointBook(
      named: { provider, endpoint in providers.provider(provider)?.endpoint(named: endpoint) },
      found: { request in
        // Whatever name the server had: the paths are the same.
        var options = Site.Options()
        options.allowedHosts = [HostName.name(of: request.authority)]
        let (prefix, target) = Self.cut(request.target)
        var request = request
        request.target = target
        return Site(providers, options: options).endpoint(for: request, under: prefix)
      })
  }

  /// The sandbox's prefix, and what is behind it.
  private static func cut(_ target: String) -> (prefix: String, rest: String) {
    let head = "/_sandbox/"
    guard target.hasPrefix(head) else { return ("", target) }
    let id = target.dropFirst(head.count).prefix { $0 != "/" && $0 != "?" }
    return (head + id, String(target.dropFirst(head.count + id.count)))
  }

  /// What is known of a client: by the server, or else by the casts.
  package func subject(
    _ party: JournalSplit.Party, registered: [JSONValue], wantsOpenID: Bool?
  ) -> Subject {
    var subject = Subject(clientID: party.client)
    let mine = registered.first {
      $0["client_id"]?.stringValue == party.client && $0["provider"]?.stringValue == party.provider
    }
    if let client = staging.cast.client(party.client, at: party.provider) {
      subject = Subject(client)
    }
    if let mine {
      let secret = subject.secret
      subject = Subject(mine)
      subject.secret = secret
    }
    subject.wantsOpenID = wantsOpenID
    return subject
  }
}
