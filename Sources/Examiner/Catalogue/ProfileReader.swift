import Basics
import ProviderModel

/// Reads a profile without its checks, which stand in files of their own.
enum ProfileReader {
  static func read(_ root: JSONValue, _ findings: Diagnostics) -> Profile? {
    let before = findings.errors.count
    var reader = FixtureReader(root, "", findings)
    _ = reader.integer("schema", in: 1...1)
    _ = reader.string("kind")
    let flow = reader.choice("flow", as: Profile.Flow.self) ?? .redirect
    var profile = Profile(
      id: reader.string("id", required: true) ?? "",
      title: reader.string("title", required: true) ?? "",
      about: reader.string("about", required: true) ?? "",
      provider: reader.string("provider", required: true) ?? "",
      flow: flow,
      responseType: reader.string("response_type", required: flow == .redirect) ?? "",
      scope: reader.string("scope", required: true) ?? "",
      client: reader.member("client", required: true) ?? [:],
      assumes: reader.list("assumes") ?? [], may: reader.list("may") ?? [],
      passive: reader.list("passive") ?? [], checks: [])
    profile.with = reader.list("with") ?? []
    profile.shares = reader.list("shares") ?? []
    profile.sharedControl = reader.string("control")
    profile.answer = reader.member("answer")
    if var subject = reader.object("subject") {
      profile.subject = Profile.Subject(
        client: subject.string("client", required: true) ?? "",
        scopes: subject.list("scopes") ?? [])
      subject.finish()
    }
    if let key = reader.member("key") {
      profile.key = ClientKey(jwk: key)
      profile.client = profile.client.merged(into: ClientKey(jwk: key).registration)
    }
    for (provider, value, pointer) in reader.map("dialects") {
      var dialect = FixtureReader(value, pointer, findings)
      profile.dialects.append(
        Profile.Dialect(
          provider: provider, responseType: dialect.string("response_type"),
          scope: dialect.string("scope"), client: dialect.member("client") ?? [:],
          reference: dialect.list("reference") ?? []))
      dialect.finish()
    }
    reader.finish()
    return findings.errors.count == before ? profile : nil
  }
}
