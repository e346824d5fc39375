import JSON

/// What an endpoint that programs call needs beside its address.
public struct Service: Sendable {
  /// Where parameters may stand, in the order in which they count.
  public enum Place: String, Sendable, CaseIterable { case query, form, multipart, json, xml }

  public var reads: [Place] = []
  /// Parameters out of an XML body: parameter → the local name of the element that holds it.
  public var elements: [(name: String, element: String)] = []
  /// The table of `errors` that says how a refusal looks here.
  public var errors = ""
  /// The shape of the answer.
  public var answer: String?
  /// Browsers of other origins may read the answer (Fetch, "CORS protocol").
  public var crossOrigin = false
  public var token = TokenPlaces()
  public var checks: [Provider.Check] = []
  public var collection: CollectionUse?
  public var signature: RequestSignature?
  public var rate: RateLimit?

  public init() {}

  /// How often one token may call, in windows of so many seconds.
  public struct RateLimit: Sendable {
    public var most: Int
    public var seconds: Int
  }

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

/// The token endpoint: how clients prove themselves, and what each grant yields.
public struct TokenService: Sendable {
  public enum Authentication: String, Sendable, CaseIterable { case basic, post, none, signature }

  public var parameters: [(name: String, rule: Provider.Parameter)] = []
  public var authentication: [Authentication] = []
  public var signature: RequestSignature?
  /// A client that has no secret may not send one.
  public var secretUnexpected = false
  public var grants: [(name: String, grant: Grant)] = []
  public init() {}

  public struct Grant: Sendable {
    public enum Kind: String, Sendable, CaseIterable { case code, refresh, client, password }
    /// What becomes of a code or refresh token that comes a second time.
    public enum Reuse: String, Sendable, CaseIterable {
      /// Refused, and all that its grant yielded is revoked (RFC 6749 §4.1.2, RFC 9700 §4.14).
      case revoke
      case refuse
      /// Tolerated for a while after its first use: a client may have lost the answer.
      case grace
      case tolerate
    }
    /// What a `scope` parameter does here.
    public enum Scoping: String, Sendable, CaseIterable { case ignore, narrow }
    /// Which clients must prove themselves.
    public enum Proof: String, Sendable, CaseIterable {
      /// Those with a secret of a confidential kind.
      case confidential
      /// Whoever names itself is believed.
      case named
      /// Everyone has to send a secret, also clients that have none.
      case secret
      /// Only clients with a secret may use the grant at all.
      case always
    }
    public var kind: Kind
    public var answer: String
    public var gives: [(credential: String, when: Predicate)]
    public var reuse: Reuse
    /// Seconds, for `grace`.
    public var grace: Int
    public var rotates: Bool
    public var scoping: Scoping
    public var proof: Proof
    /// The redirect URI must be sent again, if the authorization request had one (RFC 6749 §4.1.3).
    public var redirectRequired: Bool
    /// Values of the authorization request's address that must come back: name → condition.
    public var same: [(name: String, condition: String)]
    public var checks: [Provider.Check]
  }
}

/// What is demanded of a code challenge (RFC 7636).
public struct ChallengePolicy: Sendable {
  public enum Demand: String, Sendable, CaseIterable { case never, spa, `public`, always }
  public var demand = Demand.never
  public var plain = true
  /// Whether the form of challenge and verifier is checked (§§4.1, 4.2).
  public var checksForm = false
  public init() {}

  /// The form that verifier and challenge share (RFC 7636 §§4.1, 4.2).
  public static func isWellFormed(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
      }
  }
}
