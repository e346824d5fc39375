import Basics
import ProviderModel
import Testing

@testable import Engine

/// Metadata list what the provider does, and nothing of a part that is off (RFC 8414 §2, OpenID Connect Discovery §3).
@Suite("The lists of metadata")
struct MetadataListTests {
  private func metadata(_ patch: String = "{}") throws -> JSONValue {
    let visitor = try Visitor("standard", patch: patch)
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    return try JSONReader().read(Array(visitor.page.utf8), file: "metadata").root
  }

  private func list(_ name: String, _ patch: String = "{}") throws -> [String] {
    try metadata(patch)[name]?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  @Test("name a session that ends only where the client is told which one")
  func sessions() throws {
    let front = "frontchannel_logout_session_supported"
    let back = "backchannel_logout_session_supported"
    let usual = try metadata()
    #expect(usual[front]?.boolValue == true && usual[back]?.boolValue == true)
    let less = try metadata(
      #"{"endpoints": {"logout": {"front_channel": {"sid": null}}}, "credentials": {"logout": {"jwt": {"claims": {"sid": null}}}}}"#
    )
    #expect(less[front] == nil && less[back] == nil)
    #expect(less["frontchannel_logout_supported"]?.boolValue == true)
    #expect(less["backchannel_logout_supported"]?.boolValue == true)
  }

  @Test("have each claim once, and those of ID tokens only where there are some")
  func claims() throws {
    let all = try list("claims_supported")
    for name in ["iss", "sub", "aud", "nonce", "sid", "at_hash", "c_hash", "acr", "act", "email"] {
      #expect(all.count { $0 == name } == 1, "\(name) in \(all)")
    }
    let plain = try list(
      "claims_supported",
      #"""
      {"acr_values": null, "endpoints": {"sensitive": null},
       "answers": {"code id_token": null, "code id_token token": null},
       "token": {"grants": {"urn:ietf:params:oauth:grant-type:token-exchange": null}}}
      """#)
    #expect(plain.contains("iss") && plain.contains("at_hash"))
    for name in ["acr", "amr", "act", "azp", "c_hash"] {
      #expect(!plain.contains(name), "\(plain)")
    }
  }

  @Test("name HS256 only where clients have secrets")
  func secrets() throws {
    let names = [
      "id_token_signing_alg_values_supported", "userinfo_signing_alg_values_supported",
      "authorization_signing_alg_values_supported",
    ]
    let off =
      #"{"token": {"client_auth": {"basic": false, "post": false, "assertions": {"client_secret_jwt": false}}}}"#
    for name in names {
      #expect(try list(name).contains("HS256"), "\(name)")
      #expect(try list(name, off) == list(name).filter { $0 != "HS256" }, "\(name)")
    }
    #expect(
      try list(
        "id_token_signing_alg_values_supported",
        #"{"credentials": {"id": {"jwt": {"alg": "RS256"}}}}"#) == ["RS256"])
  }

  @Test("name methods of code challenges only where codes are redeemed")
  func challenges() throws {
    let name = "code_challenge_methods_supported"
    #expect(try list(name).contains("S256"))
    #expect(try list(name, #"{"token": {"grants": {"authorization_code": null}}}"#) == [])
  }

  @Test("name offline_access only where a refresh token is redeemed")
  func offline() throws {
    #expect(try list("scopes_supported").contains("offline_access"))
    let scopes = try list(
      "scopes_supported", #"{"token": {"grants": {"refresh_token": null}}}"#)
    #expect(scopes.contains("openid") && !scopes.contains("offline_access"))
  }

  @Test("are no place for Basic, and neither is a refusal, where no client sends a header")
  func challenge() throws {
    func header(_ patch: String) throws -> String? {
      let standard = try StandardVisitor(patch: patch)
      try standard.redeem("x", as: "web", ["client_secret": "wrong"])
      #expect(standard.status == 401)
      return standard.visitor.headers.first(.wwwAuthenticate)
    }
    #expect(try header("{}")?.hasPrefix("Basic realm=\"standard\"") == true)
    #expect(try header(#"{"token": {"client_auth": {"basic": false}}}"#) == nil)
  }
}
