import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

/// A fixture's own checks refuse in words of their own, and their conditions are known by name.
@Suite("A fixture's own checks")
struct OwnCheckTests {
  private func log(
    _ id: String, _ target: String, _ headers: Headers = [:]
  ) throws -> LogEntry {
    var sandbox = try Visitor.stage(id)
    var random = Entropy(seed: 1)
    let request = Request(method: .get, authority: Visitor.host, target: target, headers: headers)
    return sandbox.decide(sandbox.site.read(request), at: Instants(Engine.instant), using: &random)
      .log
  }

  @Test("say what was wrong, how to mend it, and by which clause")
  func words() throws {
    let nonce = try log("azure-ad-b2c", TranscriptTests.b2c + "id_token")
    #expect(nonce.condition?.name == "nonce_missing")
    #expect(
      nonce.why == "response_type=id_token yields an id_token, and the request has no nonce")
    #expect(nonce.remedy == "send nonce, and compare it with the claim nonce of the id_token")
    #expect(nonce.clause == "OpenID Connect Core §3.2.2.1")
    let scope = try log(
      "azure-ad-b2c", TranscriptTests.b2c.replacingAll("scope=openid", with: "scope=read") + "code")
    #expect(scope.condition?.name == "scope_without_resource")
    #expect(scope.why?.hasPrefix("the scope read is neither") == true)
    #expect(scope.remedy?.contains("https://TENANT/API/read") == true)
    #expect(scope.clause == "checks.scope.scope-names-no-resource of its provider file")
  }

  @Test("have words in every provider that is shipped; in others they may be left out")
  func shipped() throws {
    var count = 0
    for provider in try Visitor.providers() {
      let checks =
        provider.checks.values.flatMap { $0 } + provider.endpoints.flatMap(\.service.checks)
        + provider.token.grants.flatMap(\.rule.checks)
      count += checks.count
      for check in checks {
        #expect(check.why != nil && check.remedy != nil, "\(provider.id): \(check.name)")
      }
    }
    #expect(count > 10)
  }

  @Test("a remedy names each place of a token once")
  func places() throws {
    let missing = try log("vk", "/vk/method/users.get?v=5.131")
    #expect(missing.remedy == "send it: access_token=TOKEN")
  }

  @Test("each condition that a check, a grant or an address leads to is known where it arises")
  func conditions() throws {
    let providers = try Visitor.providers()
    func conditions(_ id: String, _ endpoint: String) throws -> Set<String> {
      let provider = try #require(providers.first { $0.id == id })
      let found = provider.endpoints.first { $0.name == endpoint }
      return Set(provider.conditions(at: try #require(found)).map(\.name))
    }
    #expect(try conditions("oclc", "me").contains("person_missing"))
    #expect(try !conditions("oclc", "ncip").contains("person_missing"))
    #expect(try conditions("oclc", "token").contains("code_other_institution"))
    #expect(
      try conditions("azure-ad-b2c", "token").isSuperset(of: [
        "policy_unknown", "code_other_policy",
      ]))
    #expect(try conditions("azure-ad-b2c", "new-task").contains("task_missing"))
    #expect(try conditions("azure-ad-b2c", "error").contains("password_forgotten"))
    #expect(try conditions("vk", "users.get").contains("version_missing"))
  }
}
