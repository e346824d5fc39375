import Basics
import Engine
import Examiner
import ProviderModel
import Server

/// Providers and casts that a journal is read with: the bundled ones, and those of `--fixture`.
struct ObservedFixtures {
  private let staging: LoadedFixtures

  init(_ fixtures: [String]) throws {
    var providers: [String] = []
    var casts: [String] = []
    let bundled = BundledFixtures.index.map(\.id)
    for text in fixtures where !bundled.contains(text) {
      guard text.contains(where: { "/.".contains($0) }) else {
        throw Failure(
          text: "--fixture \(text): expected a provider's id or a file"
            + Suggestion.list(for: text, among: bundled))
      }
      // What is no JSON at all is told by whoever reads it as a provider.
      let root = try? JSONReader().read(try Files.read(text), file: text).root
      let isCast = root?["clients"] != nil || root?["kind"]?.stringValue == "cast"
      if isCast { casts.append(text) } else { providers.append(text) }
    }
    staging = try LoadedFixtures(
      providerFiles: providers, castFiles: casts, bundled: true, with: [], without: [])
  }

  var book: EndpointBook {
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
  func subject(
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
