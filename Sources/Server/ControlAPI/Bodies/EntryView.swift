import Basics
import Engine
import HTTPTypes
import JOSE

extension NumberedEntry {
  /// As the control API shows it.
  package var value: JSONValue {
    let (log, exchange) = entry.shown()
    return EntryView.declaration.write(
      EntryView(number: number, entry: entry, log: log, exchange: exchange))
  }

  static func list(_ fields: Headers) -> JSONValue {
    JSONValue(.array(fields.map(EntryView.field.write)))
  }
}

/// An entry with its secrets hidden.
struct EntryView {
  let number: Int
  let entry: JournalEntry
  let log: LogEntry
  let exchange: ShownExchange?

  /// A member that says nothing is left out.
  private static func text(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (EntryView) -> String?
  ) -> BodyDeclaration<Self>.Member {
    .output(name, meaning) { value($0).flatMap { $0.isEmpty || $0 == "-" ? nil : $0 } }
  }

  static let declaration = BodyDeclaration<Self>([
    .output("n", "The number, which is never used twice.") { $0.number },
    .output("at", "The time by the wall clock.") { Instant($0.entry.at.wall) },
    .output("sandbox_time", "The time by the sandbox's clock.") { Instant($0.entry.at.sandbox) },
    .output("sandbox", "The sandbox's id.") { $0.entry.sandbox },
    .output(
      "kind", "exchange, or a change to the sandbox: clock, rules, reset, restore, …"
    ) { $0.entry.kind.rawValue },
    text("provider", "The provider's ID.") { $0.log.provider },
    text("endpoint", "The endpoint's name.") { $0.log.endpoint },
    text("client", "The client_id, if it is known.") { $0.log.client },
    text("person", "The username, if it is known.") { $0.log.person },
    text("outcome", "The outcome: refused, granted, page: login, tokens, …") {
      $0.log.outcome.text
    },
    text("condition", "The condition of a refusal.") { $0.log.condition?.name },
    text("why", "The mistake in a refused request.") { $0.log.why },
    text("remedy", "How to fix a refused request.") { $0.log.remedy },
    text("clause", "The section that requires the refusal.") { $0.log.clause },
    text("rule", "The rule that changed the response.") { $0.log.rule },
    .output("near", "Rules that almost matched, each with the mismatch.") {
      $0.log.near.isEmpty ? nil : $0.log.near
    },
    text("detail", "The change to the sandbox, if the entry is not an exchange.") {
      if case .act(let text) = $0.entry.event { text } else { nil }
    },
    text("token", "The name of the control token by which the sandbox was changed, if it has one.")
    {
      $0.entry.token
    },
    .output(
      "request", as: request.schema, "The request. Secrets are hidden; equal ones look equal."
    ) { $0.exchange.map { request.write($0.request) } },
    .output("response", as: response.schema, "The response, as sent.") {
      $0.exchange.map { response.write($0.answer) }
    },
  ])

  private static let request = BodyDeclaration<Request>([
    .output("method", "The method of the request.") { $0.method.rawValue },
    .output("scheme", as: Schemas.choice(["http", "https"]), "The scheme of the request.") {
      $0.scheme
    },
    .output("authority", "The Host of the request.") { $0.authority },
    .output("target", "The path and the query of the request.") { $0.target },
    .output("headers", as: Schemas.list(of: field.schema), "The headers, in order.") {
      NumberedEntry.list($0.headers)
    },
    .output("body", "The body, cut at 16 KiB.") { String(decoding: $0.body, as: UTF8.self) },
    .output(
      "client_certificate",
      "The SHA-256 of the client's certificate in base64url (RFC 8705 §3.1), if it showed one."
    ) { $0.clientCertificate.map { X509Certificate.thumbprint(of: $0) } },
    .output(
      "client_certificate_subject",
      "The subject of that certificate, as RFC 4514 writes it; absent if it can't be read."
    ) { $0.clientCertificate.flatMap { X509Certificate(der: $0)?.subject } },
  ])

  private static let response = BodyDeclaration<Answer>([
    .output("status", "The status of the response; 0 if none was sent.") { $0.status.code },
    .output("headers", as: Schemas.list(of: field.schema), "The headers, in order.") {
      NumberedEntry.list($0.headers)
    },
    .output("body", "The body, cut at 16 KiB.") { String(decoding: $0.body, as: UTF8.self) },
  ])

  static let field = BodyDeclaration<Headers.Field>([
    .output("name", "The name of the header.") { $0.name },
    .output("value", "The value of the header.") { $0.value },
  ])
}
