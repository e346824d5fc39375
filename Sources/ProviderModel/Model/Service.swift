import Basics

/// The properties of an endpoint that programs call.
package struct Service: Sendable {
  /// The places of parameters, in order of precedence.
  package enum Source: String, Sendable, CaseIterable { case query, form, multipart, json, xml }

  package var reads: [Source] = []
  /// Whether a body without a Content-Type is read as a form.
  package var readsUntyped = false
  /// Parameters out of an XML body: parameter → the local name of the element that holds it.
  package var elements: [(name: String, element: String)] = []
  /// The table of `errors` that shapes refusals.
  package var errors = ""
  /// The shape of the answer: a place in the provider's shapes.
  package var answer: Int?
  /// Browsers of other origins may read the answer (Fetch, "CORS protocol").
  package var crossOrigin = false
  /// Whether the server requests a client certificate over TLS (RFC 8446 §4.3.2). A client without one is still served.
  package var asksCertificate = false
  package var token = TokenPlaces()
  package var checks: [Check] = []
  package var collection: CollectionUse?
  package var signature: RequestSignature?
  /// The number of calls that one token may make.
  package var rate: RateLimit?

  package init() {}

  /// The places of an access token (RFC 6750 §2).
  package struct TokenPlaces: Sendable {
    /// Schemes of the `Authorization` header, compared without regard to case.
    package var schemes: [String] = []
    /// Whether `, name="value"` may follow the token there (RFC 6750 §2.1 has no such fields).
    package var fieldsFollow = false
    /// Names of parameters.
    package var query: [String] = []
    package var form: [String] = []
    /// The scopes that the token must have.
    package var scopes: [Template] = []
    package var audience: Template?
    package init() {}
  }

  /// The use of a stored collection of items.
  package struct CollectionUse: Sendable {
    package enum Deed: String, Sendable, CaseIterable { case list, add, remove }
    package var name: String
    /// The owner: there is one collection for each owner.
    package var owner: Template
    package var deed: Deed
    /// The stored item, made from the request.
    package var item: Shape
    /// The item: the value of its member `id`.
    package var id: Template?
    /// The largest number of items for one owner. The oldest one is removed first.
    package var most: Int
  }
}

extension Service.TokenPlaces: ProviderPart {
  static let declaration = ObjectDeclaration<Self>(
    "token places",
    "The places of an access token (RFC 6750 §2), and what the token must allow.",
    [
      .words(
        "header", \.schemes, "Schemes of the Authorization header; `*` allows any.",
        example: "[\"Bearer\"]"),
      .flag(
        "fields_follow", \.fieldsFollow,
        "Whether `, name=\"value\"` may follow the token in that header."),
      .words("query", \.query, "Parameters of the query.", example: "[\"access_token\"]"),
      .words("form", \.form, "Parameters of the body.", example: "[\"access_token\"]"),
      .templates(
        "scopes", \.scopes, "The scopes that the token must have.", example: "[\"openid\"]"),
      .template(
        "audience", \.audience, "The audience that the token must have.",
        example: "\"{{found.api.aud}}\""),
    ])
}
