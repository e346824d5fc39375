import Basics
import Testing

@testable import Engine
@testable import ProviderModel

/// Somebody else may have started the device, so the person decides about each one (RFC 8628 §§3.3, 5.4).
@Suite("A device at a provider with a consent page")
struct DeviceDecisionTests {
  static let ids = ((try? Visitor.providers()) ?? []).filter { provider in
    provider.endpoint(.device) != nil
      && provider.flow.first(.consent).map { provider.pages.keys.contains($0.page) } == true
  }.map(\.id)

  @Test("is a question to a person who is signed in, too, and has consented", arguments: ids)
  func decision(_ id: String) throws {
    let visitor = try Visitor(id)
    let provider = try #require(visitor.sandbox.site.providers.provider(id))
    let first = try type(visitor, provider)
    if visitor.page.contains(LoginStep.personField) {
      visitor.submit([LoginStep.personField: "alice"])
    }
    try answer(visitor, provider, "allow")
    #expect(status(first, visitor) == .approved, "\(visitor.page)")
    let second = try type(visitor, provider)
    #expect(status(second, visitor) == .pending, "\(visitor.page)")
    try answer(visitor, provider, "deny")
    #expect(status(second, visitor) == .denied, "\(visitor.page)")
  }

  @Test("is found") func found() { #expect(Self.ids.count > 5) }

  private func status(_ userCode: String, _ visitor: Visitor) -> DeviceStatus? {
    visitor.sandbox.device(userCode, at: Instants(visitor.now))?.status
  }

  /// Starts a device, and types its user code.
  private func type(_ visitor: Visitor, _ provider: Provider) throws -> String {
    let start = try path(of: .deviceAuthorization, provider)
    let names = provider.clientParameters
    let known = provider.scope.known.map(\.name)
    let tried = (provider.tryOut.scopes ?? []).filter(known.contains)
    let scopes = (tried.isEmpty ? Array(known.prefix(1)) : tried).joined(separator: " ")
    var userCode: String?
    for client in visitor.sandbox.cast.clients where client.provider == provider.id {
      var form = [names.id: client.id, "scope": scopes]
      form["response_type"] = "device_code"
      if client.mustAuthenticate { form[names.secret] = client.secret }
      try visitor.post(start, fields: form, [("Accept", "application/json")])
      guard visitor.page.contains("\"user_code\"") else { continue }
      userCode = try visitor.member("user_code")
      break
    }
    let code = try #require(userCode, "\(provider.id): \(visitor.page)")
    visitor.open(try path(of: .device, provider)).submit([provider.userCodeField: code])
    return code
  }

  /// Presses a button of the consent page, or follows its link.
  private func answer(_ visitor: Visitor, _ provider: Provider, _ name: String) throws {
    let page = try #require(provider.pages[provider.flow.first(.consent)?.page ?? ""])
    let field = try #require(page.field(name) ?? page.field("allow"))
    let value = page.field("\(name)_value") ?? ""
    if name == "deny", visitor.page.contains("id=\"cancel\"") {
      visitor.cancel()
    } else {
      #expect(visitor.page.contains("name=\"\(field)\""), "no consent page: \(visitor.page)")
      visitor.submit([field: value])
    }
  }

  private func path(of kind: EndpointKind, _ provider: Provider) throws -> String {
    let route = try #require(provider.endpoint(kind)?.routes.first)
    let host = route.host == 0 ? "" : "/" + provider.hostName(route.host, [])
    let values = provider.variables.reduce(route.pathShown) { path, variable in
      path.split(separator: "{\(variable.name)}", omittingEmptySubsequences: false)
        .joined(separator: variable.rule.fallback ?? "shop")
    }
    return "/\(provider.id)\(host)\(values)"
  }
}
