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
  package var coded = false
  /// Whether the parameters are signed, too.
  package var signsParameters = true
  package var separator = "\n"
  /// Whether the separator also stands at the end.
  package var closed = false
  package var coding = Coding.base64
  /// How far the request's timestamp may be off, in seconds; `nil` if requests have none.
  package var skew: Int?
  package var required = true
}

extension RequestSignature: ProviderPart {
  static let declaration: Declaration = .init(
    "signature",
    "A request that is signed with the client's secret: HMAC-SHA256 over lines made from the request, and then its parameters, sorted, as `name=value`.",
    [
      .text(
        "scheme", \.scheme, "The scheme of the Authorization header that holds the signature.",
        example: "\"SIGNED-REQUEST\""),
      .init(
        Property(
          "fields",
          .map(
            .text, keys: "meanings", known: ["client", "timestamp", "nonce", "signature"]),
          "The names of the fields in that header.", or: "their own names",
          example: "{ \"client\": \"clientId\" }")
      ) { signature, reader, _ in
        signature.fields = reader.map("fields", of: "field").compactMap { name, value, _ in
          value.stringValue.map { (name, $0) }
        }
        return true
      },
      .text(
        "parameter", \.parameter, "The parameter that holds the signature, if no header does.",
        example: "\"sig\""),
      .templates(
        "head", \.head, "The lines before the parameters.",
        example: "[\"{{req.method}}\", \"{{req.path}}\"]"),
      .flag(
        "parameters", \.signsParameters,
        "Whether the parameters of the request are signed, too. Without them, the signature is over `head` alone."
      ),
      .flag("coded", \.coded, "Whether names and values are percent-encoded."),
      .text(
        "separator", \.separator, "The text between lines.", or: "a line feed",
        example: "\"|\""),
      .flag("closed", \.closed, "Whether the separator also follows the last line."),
      .choice("coding", \.coding, "The encoding of the signature."),
      .whole(
        "skew", \.skew, in: Bounds.skew,
        "How many seconds the timestamp may be off. Without it, requests have no timestamp.",
        example: "300"),
      .flag("required", \.required, "Whether a request without a signature is refused."),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    if scheme == nil, parameter == nil {
      reader.findings.error(
        reader.value, reader.pointer,
        "no request can be signed, as the signature has no place; add \"scheme\" for one in the Authorization header, or \"parameter\""
      )
    }
    guard !signsParameters, head.isEmpty else { return }
    reader.findings.error(
      reader.value["parameters"], reader.at("parameters"),
      "nothing is signed; add \"head\", or leave \"parameters\" out")
  }
}
