import Basics
import ProviderModel

/// By which origins this server is reached: that of a request, and those that are told to browsers and programs.
extension Site {
  /// How own addresses begin in the answer to a request: what stands in front may speak another scheme.
  package func scheme(of request: Request) -> String {
    guard !options.publicURLs.isEmpty || !options.internalURLs.isEmpty else {
      return request.scheme
    }
    let known = options.publicURLs + options.internalURLs
    return known.first { $0.isAuthority(of: request.authority) }?.scheme ?? request.scheme
  }

  /// The origin that people and browsers are told, whichever they asked.
  package func publicOrigin(of request: Request) -> String {
    told(to: request)?.front ?? "\(scheme(of: request))://\(request.authority)"
  }

  /// The origin that programs are told, whichever they asked.
  package func programOrigin(of request: Request) -> String {
    told(to: request)?.back ?? publicOrigin(of: request)
  }

  /// Where tries come back that began at the same origin: in a sandbox, below its prefix.
  /// - Parameter prefix: of the sandbox.
  package func landing(for request: Request, under prefix: String) -> String? {
    options.landing.map { publicOrigin(of: request) + prefix + $0 }
  }

  func base(of request: Request, prefix: String, ownHost: Int? = nil) -> Base {
    Base(
      scheme: request.scheme, authority: request.authority, prefix: prefix, ownHost: ownHost,
      told: ownHost == nil ? told(to: request) : nil)
  }

  private func told(to request: Request) -> Base.Told? {
    guard !options.publicURLs.isEmpty || !options.internalURLs.isEmpty else { return nil }
    func pick(_ urls: [PublicURL]) -> String? {
      (urls.first { $0.isAuthority(of: request.authority) } ?? urls.first)?.description
    }
    let own = "\(scheme(of: request))://\(request.authority)"
    let front = pick(options.publicURLs) ?? own
    return Base.Told(front: front, back: pick(options.internalURLs) ?? front)
  }

  /// Whether a host, in small letters and without its port, is one that this server answers to.
  package func answers(to host: String) -> Bool {
    if case .nobody = hosts.owner(of: host) { return false }
    return true
  }

  /// Whether a client that asks for a host is asked for a certificate: a handshake comes before the request, so one
  /// endpoint there is enough.
  package func asksCertificate(at host: String) -> Bool {
    func asks(_ entry: ProviderCatalog.Entry, _ host: Int?) -> Bool {
      // A bundled provider is not compiled for a handshake.
      guard entry.isMade else { return entry.readsCertificates }
      guard let provider = entry.provider else { return false }
      return provider.readsCertificates
        || provider.endpoints.contains { endpoint in
          endpoint.service.asksCertificate
            && (host == nil || endpoint.routes.contains { $0.host == host })
        }
    }
    switch hosts.owner(of: host) {
    case .providers(let places):
      return places.contains { asks(providers.entries[$0.entry], $0.host) }
    case .named(let entry): return asks(providers.entries[entry], nil)
    case .server: return providers.entries.contains { asks($0, nil) }
    case .nobody: return false
    }
  }

  /// Whether a host was given as one of this server's own.
  package func allows(_ host: String) -> Bool {
    if case .server = hosts.owner(of: host) { return true }
    return false
  }

  /// Whether a host is played here and is not merely this machine, at which other servers may listen.
  package func plays(_ host: String) -> Bool {
    switch hosts.owner(of: host) {
    case .providers, .named: true
    case .server: !HostName.isLoopback(host)
    case .nobody: false
    }
  }
}
