/// A request that is signed with the client's secret: HMAC-SHA256 over lines made from the request.
public struct RequestSignature: Sendable {
  public enum Coding: String, Sendable, CaseIterable { case base64, hex }

  /// The signature stands in the `Authorization` header under this scheme…
  public var scheme: String?
  /// …whose fields have these names,
  public var fields: [(name: String, field: String)] = []
  /// or it stands in this parameter.
  public var parameter: String?
  public var head: [Template] = []
  /// How a parameter of the request is written into the message: `name=value`, coded or plain.
  public var coded: Bool
  public var separator: String
  /// Whether the separator also stands at the end.
  public var closed: Bool
  public var coding: Coding
  /// How far the request's timestamp may be off, in seconds; `nil` where there is none.
  public var skew: Int?
  public var required: Bool
}
