import JSON

/// What an endpoint that programs call needs beside its address.
public struct Service: Sendable {
  /// Where parameters may stand, in the order in which they count.
  public enum Source: String, Sendable, CaseIterable { case query, form, multipart, json, xml }

  public var reads: [Source] = []
  /// Whether a body without a Content-Type that looks like a form is taken for one.
  public var readsUntyped = false
  /// Parameters out of an XML body: parameter → the local name of the element that holds it.
  public var elements: [(name: String, element: String)] = []
  /// The table of `errors` that says how a refusal looks here.
  public var errors = ""
  /// The shape of the answer: a place in the provider's shapes.
  public var answer: Int?
  /// Browsers of other origins may read the answer (Fetch, "CORS protocol").
  public var crossOrigin = false
  /// Whether a client that comes by TLS is asked for a certificate of its own (RFC 8446 §4.3.2). It may have none.
  public var asksCertificate = false
  public var token = TokenPlaces()
  public var checks: [Check] = []
  public var collection: CollectionUse?
  public var signature: RequestSignature?
  /// How often one token may call.
  public var rate: RateLimit?

  public init() {}

  /// Where an access token may stand (RFC 6750 §2).
  public struct TokenPlaces: Sendable {
    /// Schemes of the `Authorization` header, compared without regard to case.
    public var schemes: [String] = []
    /// Whether `, name="value"` may follow the token there (RFC 6750 §2.1 has no such fields).
    public var fieldsFollow = false
    /// Names of parameters.
    public var query: [String] = []
    public var form: [String] = []
    /// Scopes that the token must all have.
    public var scopes: [Template] = []
    public var audience: Template?
    public init() {}
  }

  /// What an endpoint does with a stored collection of items.
  public struct CollectionUse: Sendable {
    public enum Deed: String, Sendable, CaseIterable { case list, add, remove }
    public var name: String
    /// Whose: one collection per text.
    public var owner: Template
    public var deed: Deed
    /// What is stored, made from the request.
    public var item: Shape
    /// Which item is meant: the value of its member `id`.
    public var id: Template?
    /// No more than this many items are kept for one owner; the oldest goes first.
    public var most: Int
  }
}
