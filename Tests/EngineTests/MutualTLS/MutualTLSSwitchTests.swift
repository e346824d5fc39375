import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// What a fixture says about certificates of clients: it can leave them out.
@Suite("Mutual TLS of a fixture")
struct MutualTLSSwitchTests {
  private static let paths = ["openid-configuration", "oauth-protected-resource"]
  private static let methods = ["tls_client_auth", "self_signed_tls_client_auth"]

  @Test("is not announced at a plain HTTP address, where no client can show a certificate")
  func plain() throws {
    let visitor = try Visitor("standard")
    for path in Self.paths {
      try visitor.call(.get, "/standard/.well-known/\(path)")
      #expect(visitor.status == 200 && !visitor.page.contains("tls_client"))
    }
  }

  @Test("is announced in the metadata")
  func announced() throws {
    let visitor = try Visitor("standard")
    visitor.scheme = "https"
    for path in Self.paths {
      try visitor.call(.get, "/standard/.well-known/\(path)")
      #expect(try visitor.member("tls_client_certificate_bound_access_tokens") == "true")
    }
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    for endpoint in ["token", "introspection", "revocation"] {
      let methods = try visitor.member("\(endpoint)_endpoint_auth_methods_supported")
      #expect(Self.methods.allSatisfy { methods.contains("\"\($0)\"") }, "\(endpoint)")
      #expect(methods.contains("\"none\"") == (endpoint != "introspection"))
    }
  }

  @Test("is gone with its metadata and methods where a quirk removes it")
  func gone() throws {
    let stage = try CertificateVisitor(with: ["no-mutual-tls"])
    for path in Self.paths {
      try stage.visitor.call(.get, "/standard/.well-known/\(path)")
      #expect(stage.status == 200 && !stage.visitor.page.contains("tls_client"))
    }
    for client in ["by-name", "self"] {
      try stage.show("app").ask(as: client)
      try stage.expect(.clientAuthUnsupported, 401, "invalid_client", naming: "does not read")
    }
    let token = try stage.token()
    try stage.showNothing().userinfo(token).expectSuccess()
    #expect(!stage.visitor.sandbox.site.asksCertificate(at: "standard.test"))
  }

  @Test("leaves the rest of the metadata as it is")
  func rest() throws {
    let visitor = try Visitor("standard", with: ["no-mutual-tls", "no-client-assertions"])
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(
      try visitor.member("token_endpoint_auth_methods_supported")
        == #"["client_secret_basic","client_secret_post","none"]"#)
    #expect(
      try visitor.member("introspection_endpoint_auth_methods_supported")
        == #"["client_secret_basic","client_secret_post"]"#)
  }

  @Test(
    "leaves other providers as they are",
    arguments: [
      ("vk", []), ("instagram", []), ("azure-ad-b2c", []), ("oclc", []),
      ("standard", ["no-mutual-tls"]),
    ])
  func others(id: String, quirks: [String]) throws {
    let provider = try #require(try Visitor.providers(id, with: quirks).first { $0.id == id })
    #expect(!provider.readsCertificates)
    for endpoint in provider.endpoints {
      let conditions = provider.conditions(at: endpoint)
      #expect(conditions.isDisjoint(with: Condition.mutualTLS), "\(endpoint.name)")
    }
  }

  @Test("has conditions where clients authenticate and at resources, each with clause and response")
  func conditions() throws {
    let provider = try #require(try Visitor.providers().first { $0.id == "standard" })
    let counts = [
      ("token", 11), ("par", 10), ("introspect", 11), ("revoke", 11), ("device_authorization", 11),
      ("userinfo", 3), ("mcp", 3), ("authorize", 0), ("register", 0),
    ]
    for (name, count) in counts {
      let endpoint = try #require(provider.endpoint(named: name))
      let own = provider.conditions(at: endpoint).intersection(Condition.mutualTLS)
      #expect(own.count == count, "\(name): \(own)")
      for condition in own {
        #expect(condition.declaration(at: endpoint.kind.catalogue)?.clause.contains("§") == true)
        #expect(provider.errorRule(condition, in: endpoint.errorTable)?.shape != nil)
      }
    }
  }

  @Test("asks clients for certificates at the hosts of the provider, and at loopback names")
  func asked() throws {
    let site = try OwnServer().state.site
    for host in ["standard.test", "localhost", "standard.localhost"] {
      #expect(site.asksCertificate(at: host), "\(host)")
    }
    #expect(!site.asksCertificate(at: "oauth.vk.com"))
  }
}
