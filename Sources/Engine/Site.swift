// The engine: a function of state, request and instant. It owns what was issued and who is signed in; it knows no
// socket, no clock, no command line, no provider's name. `Site.read` finds out what a request asks for,
// `ServerState.decide` decides, `Decision.write` writes the answer down.
import Basics
import JOSE
import ProviderModel

/// The providers that are served, and how: immutable, and shared by every request.
package final class Site: Sendable {
  package struct Options: Sendable {
    package var acceptsAnyClient = false
    /// Host names beside loopback and the providers' own that are answered.
    package var allowedHosts: [String] = []
    /// The origins by which browsers come: their hosts are answered, and the first is told where another was asked.
    package var publicURLs: [PublicURL] = []
    /// The origins by which programs come, where browsers come by others.
    package var internalURLs: [PublicURL] = []
    /// The provider whose addresses begin at the root of the server too, for clients that are told a host and no path.
    package var root: String?
    /// Answers have no header of ours: which rule made them, and which entry of the journal is about them.
    package var isPlain = false
    package var version = "0"
    /// What signs tokens.
    package var keys = Keyring()
    /// Paths that the host application serves at hosts of no provider. They answer GET and HEAD.
    package var outside: Set<String> = []
    /// The one of them at which tries come back: each provider's try-out client is registered for it, and it answers POST
    /// too. Without it, there are no try-out clients.
    package var landing: String?
    /// The CAs that may sign certificates of clients for which the cast names none (RFC 8705 §2.1).
    package var certificateAuthorities: [X509Certificate] = []
    /// Whether clients are asked for certificates. Metadata announce mutual TLS only then.
    package var asksForCertificates = true
    package var advice = Advice.inProcess
    package init() {}
  }

  package let providers: ProviderCatalog
  package let options: Options
  let hosts: HostTable
  let addresses = RouteCache()
  let nowhere: NowhereAnswers
  /// What the `Server` header of each answer says.
  let server: String

  package init(_ providers: ProviderCatalog, options: Options = Options()) {
    self.providers = providers
    self.options = options
    hosts = HostTable(
      providers,
      allowed: options.allowedHosts
        + (options.publicURLs + options.internalURLs).map(\.authority))
    nowhere = NowhereAnswers(providers, root: options.root)
    server = "understudy/\(options.version)"
  }

  /// The same site with other providers.
  package func playing(_ providers: ProviderCatalog) -> Site { Site(providers, options: options) }
}
