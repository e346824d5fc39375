import Basics
import HTTPTypes
import JOSE
import ProviderModel

/// The client configuration endpoint (RFC 7592 §2): a client reads, replaces or deletes its registration.
enum ConfigurationEndpoint {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    guard let rule = context.provider.registration else {
      return Outcome(.answered(nil), .answered)
    }
    let registered = try authorized(context)
    if context.request.method == .delete {
      _ = context.state.unregister(
        registered.client.id, at: context.provider.id, now: context.now)
      context.facts.client = registered.client
      return Outcome(.plain(204, ""), .unregistered)
    }
    guard context.request.method == .put else {
      context.show(registered)
      return Outcome(.answered(context.endpoint.service.answer), .answered)
    }
    let updated = try update(registered, rule, context)
    context.state.register(updated)
    context.show(updated)
    return Outcome(.answered(context.endpoint.service.answer), .registrationUpdated)
  }

  /// The registration that the address names, if the request has its token.
  private static func authorized(_ context: RequestContext) throws(Refusal) -> RegisteredClient {
    guard let token = RegistrationEndpoint.bearer(context.request) else {
      throw Refusal(
        .registrationTokenMissing, at: .registration,
        "the request has no registration access token",
        remedy: "send Authorization: Bearer with the registration_access_token of the registration")
    }
    let slot = context.provider.variable(RegistrationRule.variable)
    let id = slot.flatMap { context.place.variables[$0] } ?? ""
    guard let registered = context.state.registered(id, at: context.provider.id),
      equalInConstantTime(Array(registered.token.utf8), Array(token.utf8))
    else {
      throw Refusal(
        .registrationTokenWrong, at: .registration, facts: [("value", id)],
        "the registration access token belongs to no registered client \(id)",
        remedy:
          "send the token and the address of the same registration; a deleted client has neither"
      )
    }
    return registered
  }

  /// The members of a registration response that an update must not repeat (RFC 7592 §2.2).
  private static let forbidden = [
    "registration_access_token", "registration_client_uri", "client_secret_expires_at",
    "client_id_issued_at",
  ]

  private static func update(
    _ old: RegisteredClient, _ rule: RegistrationRule, _ context: RequestContext
  ) throws(Refusal) -> RegisteredClient {
    let sent = try RegistrationBody.read(context.request, formNames: rule.formNames)
    func invalid(_ member: String, _ sentence: String, _ remedy: Remedy) -> Refusal {
      Refusal(
        .metadataInvalid, at: .registration, facts: [("param", member)], sentence,
        clause: "RFC 7592 §2.2", remedy: remedy)
    }
    guard let id = sent["client_id"]?.stringValue, ExactText.same(id, old.client.id) else {
      throw invalid(
        "client_id",
        sent["client_id"] == nil
          ? "the update has no client_id" : "the client_id of the update is not that of the client",
        "send client_id with the value \(old.client.id)")
    }
    if let member = forbidden.first(where: { sent[$0] != nil }) {
      throw invalid(
        member, "the update has \(member), which only the server sets", "leave \(member) out")
    }
    if let secret = sent["client_secret"], !secret.isNull {
      let isSame = equalInConstantTime(
        Array((secret.stringValue ?? "").utf8), Array((old.client.secret ?? "").utf8))
      guard isSame, old.client.secret != nil else {
        throw invalid(
          "client_secret", "the client_secret of the update is not the one of the client",
          "leave client_secret out, or repeat the registered one")
      }
    }
    let members = try SoftwareStatement.merge(into: sent, rule, at: context.instants)
    let metadata = try ClientMetadata(
      RegistrationBody.replacing(members, rule), at: context.provider,
      sector: context.sectorDocument)
    try RegistrationEndpoint.checkRoom(rule, in: old, context)
    let secret =
      metadata.hasSecret
      ? old.client.secret ?? RegistrationEndpoint.draw(rule.secret, context) : nil
    let client = Client(
      provider: context.provider.id, id: old.client.id, secret: secret, metadata.client)
    return RegisteredClient(
      client: client, metadata: metadata.members, token: old.token, issued: old.issued,
      bytes: context.request.body.count)
  }
}
