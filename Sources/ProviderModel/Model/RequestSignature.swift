/// A request that is signed with the client's secret: HMAC-SHA256 over lines made from the request.
package struct RequestSignature: Sendable {
  package enum Coding: String, Sendable, CaseIterable { case base64, hex }

  /// The signature stands in the `Authorization` header under this scheme…
  package var scheme: String?
  /// …whose fields have these names,
  package var fields: [(name: String, field: String)] = []
  /// or it stands in this parameter.
  package var parameter: String?
  package var head: [Template] = []
  /// How a parameter of the request is written into the message: `name=value`, coded or plain.
  package var coded: Bool
  package var separator: String
  /// Whether the separator also stands at the end.
  package var closed: Bool
  package var coding: Coding
  /// How far the request's timestamp may be off, in seconds; `nil` if requests have none.
  package var skew: Int?
  package var required: Bool
}
