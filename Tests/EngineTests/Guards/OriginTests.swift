import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

/// The addresses that browsers and programs are told, where something stands in front of the server.
@Suite("A server's origins")
struct OriginTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var fronts: [String] = []
    var backs: [String] = []
    var host = "localhost:8400"
    /// What browsers are told, and what programs are told.
    var front: String
    var back: String
    var testDescription: String { "\(fronts) \(backs) at \(host)" }
  }

  private func server(_ fronts: [String], _ backs: [String] = []) throws -> OwnServer {
    try OwnServer {
      $0.publicURLs = fronts.compactMap { PublicURL($0) }
      $0.internalURLs = backs.compactMap { PublicURL($0) }
    }
  }

  private static let f = "https://front.example"
  private static let b = "http://back.example:8080"

  @Test(
    "are told to browsers and to programs, each its own",
    arguments: [
      .init(front: "http://localhost:8400", back: "http://localhost:8400"),
      .init(fronts: [f], front: f, back: f),
      .init(fronts: [f], host: "front.example", front: f, back: f),
      .init(backs: [b], front: "http://localhost:8400", back: b),
      .init(backs: [b], host: "back.example:8080", front: b, back: b),
      .init(fronts: [f], backs: [b], front: f, back: b),
      .init(fronts: [f], backs: [b], host: "back.example:8080", front: f, back: b),
      .init(
        fronts: [f, "https://two.example"], host: "two.example", front: "https://two.example",
        back: "https://two.example"),
      .init(
        fronts: [f, "https://two.example"], backs: [b], host: "two.example",
        front: "https://two.example", back: b),
      .init(
        backs: [b, "http://three.example"], host: "three.example", front: "http://three.example",
        back: "http://three.example"),
    ] as [Case])
  func told(_ one: Case) throws {
    let server = try server(one.fronts, one.backs)
    let metadata = try server.ask(
      "/standard/.well-known/openid-configuration", host: one.host
    ).json()
    #expect(metadata["issuer"]?.stringValue == one.front + "/standard")
    #expect(metadata["authorization_endpoint"]?.stringValue == one.front + "/standard/authorize")
    #expect(metadata["token_endpoint"]?.stringValue == one.back + "/standard/token")
    #expect(metadata["jwks_uri"]?.stringValue == one.back + "/standard/jwks")
    let request = Request(authority: one.host, target: "/")
    #expect(server.state.site.publicOrigin(of: request) == one.front)
  }

  @Test("are not told at a provider's own host, whose addresses are its own")
  func ownHost() throws {
    for options in [([Self.f], []), ([], [Self.b]), ([Self.f], [Self.b])] as [([String], [String])]
    {
      let metadata = try server(options.0, options.1).text(
        "/.well-known/openid-configuration", host: "standard.test")
      #expect(metadata.contains(#""issuer":"http://standard.test""#))
      #expect(metadata.contains(#""token_endpoint":"http://standard.test/token""#))
      #expect(!metadata.contains("front.example") && !metadata.contains("back.example"))
    }
  }

  @Test("lend their scheme to the pages of requests that come by them, and to no others")
  func scheme() throws {
    for (fronts, backs) in [([Self.f], []), ([], [Self.f])] as [([String], [String])] {
      let site = try server(fronts, backs).state.site
      for (host, scheme) in [
        ("front.example", "https"), ("Front.Example:443", "https"), ("front.example:80", "http"),
        ("localhost", "http"), ("other.example", "http"),
      ] {
        #expect(site.scheme(of: Request(authority: host, target: "/")) == scheme, "\(host)")
      }
      let secure = Request(scheme: "https", authority: "localhost", target: "/")
      #expect(site.scheme(of: secure) == "https")
    }
    let plain = try OwnServer().state.site
    #expect(plain.scheme(of: Request(authority: "front.example", target: "/")) == "http")
  }

  @Test("a try comes back to the origin at which it began, below its sandbox")
  func landing() throws {
    let server = try OwnServer {
      $0.landing = "/landing"
      $0.publicURLs = [PublicURL(Self.f)].compactMap(\.self)
    }
    let request = Request(authority: "localhost", target: "/")
    #expect(
      server.state.site.landing(for: request, under: "/_sandbox/a") == Self.f
        + "/_sandbox/a/landing")
    #expect(try OwnServer().state.site.landing(for: request, under: "") == nil)
  }

  // MARK: Hosts

  @Test(
    "a host is this server's own, a provider's, or nobody's",
    arguments: [
      ("localhost", answers: true, allows: true, plays: false),
      ("127.0.0.1", true, true, false), ("[::1]", true, true, false),
      ("mock.example", true, true, true), ("front.example", true, true, true),
      ("back.example", true, true, true), ("oauth.vk.com", true, false, true),
      ("any.b2clogin.com", true, false, true), ("vk.localhost", true, false, true),
      ("other.localhost", true, true, false), ("evil.example", false, false, false),
      ("vk.com", false, false, false),
    ])
  func owners(_ host: String, _ answers: Bool, _ allows: Bool, _ plays: Bool) throws {
    let server = try OwnServer {
      $0.allowedHosts = ["Mock.example:80"]
      $0.publicURLs = [PublicURL(Self.f)].compactMap(\.self)
      $0.internalURLs = [PublicURL(Self.b)].compactMap(\.self)
    }
    let site = server.state.site
    #expect(site.answers(to: host) == answers)
    #expect(site.allows(host) == allows)
    #expect(site.plays(host) == plays)
  }

  private static let certified = OwnServer.provider(
    hosts: #""main": "own.test", "mtls": "mtls.own.test""#,
    endpoints: """
      "bound": { "kind": "document", "at": "mtls:/bound", "client_certificate": true, "answer": "bound" },
      "free": { "kind": "document", "at": "mtls:/free", "answer": "bound" }
      """, shapes: #""bound": { "json": { "it": "{{req.certificate?}}" } }"#,
    edits: [
      #""certificate_bound_tokens": true,"#: "",
      #""tls_client_auth": true, "self_signed_tls_client_auth": true"#: #""repeats": false"#,
    ])

  @Test(
    "a client is asked for a certificate where an endpoint of the host or the provider reads some",
    arguments: [
      ("mtls.own.test", true), ("own.test", false), ("own.localhost", true), ("localhost", true),
      ("standard.test", true), ("standard.localhost", true), ("oauth.vk.com", false),
      ("vk.localhost", false), ("evil.example", false),
    ])
  func certificates(_ host: String, _ isAsked: Bool) throws {
    let site = try OwnServer([Self.certified]).state.site
    #expect(site.asksCertificate(at: host) == isAsked)
  }

  @Test("a provider that nobody has asked for yet is not compiled for a handshake")
  func lazy() throws {
    let made = Lock(false)
    let provider = try #require(OwnServer([Self.certified]).state.site.providers.provider("own"))
    let entry = ProviderCatalog.Entry(id: "own", hosts: ["own.test", "mtls.own.test"]) {
      () throws(FixtureError) in
      made.withLock { $0 = true }
      return provider
    }
    let site = Site(ProviderCatalog([entry]))
    #expect(!site.asksCertificate(at: "mtls.own.test") && !site.asksCertificate(at: "localhost"))
    #expect(!made.withLock { $0 })
    _ = site.providers.provider("own")
    #expect(site.asksCertificate(at: "mtls.own.test") && site.asksCertificate(at: "localhost"))
  }

  @Test("the certificate is shown where the endpoint wants one, and nowhere else")
  func shown() throws {
    let server = try OwnServer([Self.certified])
    func it(_ path: String, _ certificate: [UInt8]?) throws -> String? {
      try server.ask(path, host: "mtls.own.test", certificate: certificate).json()["it"]?
        .stringValue
    }
    #expect(try it("/bound", [1, 2, 3]) == "A5BYxvLAy0ksUzsKTRTvd8wPeKvMztUofYShogEc-4E")
    #expect(try it("/bound", nil) == nil)
    #expect(try it("/free", [1, 2, 3]) == nil)
  }
}
