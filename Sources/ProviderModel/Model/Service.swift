import Basics

/// The properties of an endpoint that programs call.
package struct Service: Sendable {
  /// The places of parameters, in order of precedence.
  package enum Source: String, Sendable, CaseIterable { case query, form, multipart, json, xml }

  package var reads: [Source] = []
  /// What a body without a Content-Type is read as: a form or JSON.
  package var untyped: Source?
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
  /// Whether a client that is registered so gets the answer as a JWT (OpenID Connect Core §5.3.2).
  package var isSigned = false
  package var checks: [Check] = []
  /// Whether a client has to authenticate; `nil` for what is usual at an endpoint of the kind.
  package var client: ClientUse?
  /// Whether clients may authenticate at a resource.
  var readsClient: Bool { [.required, .optional, .named].contains(client) }
  /// What a revocation ends; `nil` for what RFC 7009 §2.1 says: a refresh token ends its grant, and an access token itself.
  package var revokes: Revocation?
  /// The grant of every request to a token endpoint; `nil` for the one that the request names.
  package var grant: String?
  package var collection: CollectionUse?
  package var signature: RequestSignature?
  /// The numbers of calls that one token may make.
  package var rates: [RateLimit] = []
  /// The MCP server, at an endpoint of that kind.
  package var mcp: MCPServer?
  /// The protected resource that a document describes: a place in the provider's endpoints.
  package var describes: Int?
  /// The address of the document that describes this resource.
  package var metadata: Template?

  package init() {}

  /// The shapes of all its answers.
  var shapes: [Int?] { [answer, mcp?.accepted, mcp?.ended] }

  /// Whether a client has to authenticate at an endpoint that is about a token.
  package enum ClientUse: String, Sendable, CaseIterable {
    case required
    /// If the request names a client.
    case optional
    /// A client names itself by its ID. Only a secret that it sends is verified.
    case named
    /// What the request says of a client is not read.
    case none
    /// The caller has an access token of its own, in the Authorization header (RFC 7662 §2.1).
    case token
  }

  /// What a revocation ends, each with all that is before it.
  package enum Revocation: String, Sendable, CaseIterable {
    case token
    /// Everything that was issued with the token.
    case grant
    /// Everything that the client has from the person, and the person's consent.
    case client
    /// The person's sessions.
    case session
  }

  /// The places of an access token (RFC 6750 §2).
  package struct TokenPlaces: Sendable {
    /// Schemes of the `Authorization` header, compared without regard to case.
    package var schemes: [String] = []
    /// Whether `, name="value"` may follow the token there (RFC 6750 §2.1 has no such fields).
    package var fieldsFollow = false
    /// Header fields of the provider's own, with the token alone.
    package var fields: [String] = []
    /// The kinds of tokens that a revocation takes; `nil` for all.
    package var kinds: [CredentialRule.Role]?
    /// Names of parameters.
    package var query: [String] = []
    package var form: [String] = []
    /// The scopes that the token must have.
    package var scopes: [Template] = []
    /// Whether no place is read for a token.
    package var isEmpty: Bool {
      schemes.isEmpty && fields.isEmpty && query.isEmpty && form.isEmpty
    }
    /// The audiences of which the token must name one; none: any.
    package var audiences: [Template] = []
    /// Whether a token may also have the audiences that its client is registered with.
    package var allowsRegisteredAudiences = false
    /// Whether the text in the header must be a token (RFC 6750 §2.1).
    package var checksForm = false
    /// Whether another one in a parameter that is not read is a mistake.
    package var mustBeSole = false
    /// Whether the token must be a person's.
    package var needsPerson = false
    /// The levels of authentication of which the token must have one, or a higher one; `nil` for any (RFC 9470).
    package var levels: [String]?
    /// The largest number of seconds since the sign-in; `nil` for any.
    package var oldest: Int?
    package init() {}
  }

  /// The use of a stored collection of items.
  package struct CollectionUse: Sendable {
    package enum Deed: String, Sendable, CaseIterable { case list, add, remove }
    package fileprivate(set) var name = ""
    /// The owner: there is one collection for each owner.
    package fileprivate(set) var owner = Template(literal: "")
    package fileprivate(set) var deed = Deed.list
    /// The stored item, made from the request.
    package fileprivate(set) var item: Shape = .empty
    /// The item: the value of its member `id`.
    package fileprivate(set) var id: Template?
    /// The largest number of items for one owner. The oldest one is removed first.
    package fileprivate(set) var most = 100
  }

  /// A pseudo-place: what bodies without a Content-Type are.
  static let untypedName = "untyped"

  private static func untyped(_ entry: FixtureReader.Entry) -> Source? {
    if let isForm = entry.value.boolValue { return isForm ? .form : nil }
    let place = entry.value.stringValue.flatMap(Source.init)
    if place == .form || place == .json { return place }
    entry.findings.error(
      entry.value, entry.pointer,
      "expected true, \"form\" or \"json\", found \(entry.value.found)")
    return nil
  }

  /// `true` means JSON where no form is read.
  mutating func settleUntyped(_ isEither: Bool) {
    if isEither, !reads.contains(.form), reads.contains(.json) { untyped = .json }
  }

  /// Reads a place of parameters.
  mutating func read(_ entry: FixtureReader.Entry) {
    if entry.name == Self.untypedName {
      untyped = Self.untyped(entry)
    } else {
      let isElements = entry.name == Source.xml.rawValue && entry.value.objectValue != nil
      if entry.value.boolValue == nil, !isElements {
        let expected =
          entry.name == Source.xml.rawValue
          ? "an object of parameters and elements" : "true or false"
        entry.findings.error(
          entry.value, entry.pointer, "expected \(expected), found \(entry.value.found)")
      }
    }
    guard let place = Source(rawValue: entry.name) else { return }
    if place == .xml {
      elements = (entry.value.objectValue ?? JSONObject()).compactMap { member in
        member.value.stringValue.map { (member.name, $0) }
      }
    }
    if place == .xml || entry.value.boolValue == true { reads.append(place) }
  }
}

extension Service.CollectionUse: ProviderPart {
  static let declaration: Declaration = .init(
    "collection", "The use of a list of items that the sandbox keeps.",
    [
      .text("name", \.name, "The list's name.", example: "\"tasks\"").required,
      .template(
        "of", \.owner, "The owner: there is one list for each owner.",
        example: "\"{{person.sub}}\""
      ).required,
      .choice("do", \.deed, "The operation.").required,
      .value(
        "item", \.item, "The item that `add` stores.",
        example: "{ \"id\": \"{{rand:[0-9a-f]{24}}}\", \"text\": \"{{body.text}}\" }"),
      .template(
        "id", \.id, "The item that `remove` removes: the value of its member `id`.",
        example: "\"{{vars.item}}\""),
      .whole(
        "most", \.most, in: 1...1000,
        "The largest number of items. The oldest one is removed first.", example: "20"),
    ])
}

extension Service.TokenPlaces: ProviderPart {
  static let declaration: Declaration = .init(
    "token places",
    "The places of an access token (RFC 6750 §2), and what the token must allow.",
    [
      .words(
        "header", \.schemes, "Schemes of the Authorization header; `*` allows any.",
        example: "[\"Bearer\"]"),
      .flag(
        "fields_follow", \.fieldsFollow,
        "Whether `, name=\"value\"` may follow the token in that header."),
      .words(
        "headers", \.fields,
        "Header fields of the provider's own that hold the token alone, without a scheme.",
        example: "[\"X-Example-Access-Token\"]"),
      .choices(
        "kinds", \.kinds,
        "The kinds of tokens that an endpoint of the kind `revoke` takes. Another token of the client is refused with `token_type_unsupported` (RFC 7009 §2.2.1). Without it: both.",
        example: "[\"refresh\"]"),
      .words("query", \.query, "Parameters of the query.", example: "[\"access_token\"]"),
      .words("form", \.form, "Parameters of the body.", example: "[\"access_token\"]"),
      .templates(
        "scopes", \.scopes, "The scopes that the token must have.", example: "[\"openid\"]"),
      .init(
        Property(
          "audience", .either([.template, .list(.template)]),
          "The audience that the token must have, or a list of which it must have one. A token that was issued for no audience in particular is accepted, too.",
          example: "\"{{found.api.aud}}\"")
      ) { places, reader, vocabulary in
        guard let value = reader.member("audience") else { return false }
        let pointer = reader.at("audience")
        let list = value.arrayValue?.enumerated().map { ($1, "\(pointer)/\($0)") }
        places.audiences = (list ?? [(value, pointer)]).compactMap {
          vocabulary.template($0, $1, reader.findings)
        }
        return !places.audiences.isEmpty
      },
      .flag(
        "registered_audiences", \.allowsRegisteredAudiences,
        "Whether a token with exactly the `audiences` that a cast gives to its client is accepted, too."
      ),
      .flag(
        "check_form", \.checksForm,
        "Whether a token in that header is refused if it has a character that no token may have (RFC 6750 §2.1)."
      ),
      .flag(
        "sole", \.mustBeSole,
        "Whether a token is refused if the request has another `access_token` in its query or body, which is not read there (RFC 6750 §2)."
      ),
      .flag(
        "person", \.needsPerson,
        "Whether the token must be a person's. That of a client which acts for itself is refused with `person_missing`, or with `token_unknown` if the errors have no entry for it."
      ),
      .texts(
        "acr_values", \.levels,
        "The levels of authentication of which the sign-in must have one, or a higher one (RFC 9470).",
        or: "any", example: "[\"urn:example:mfa\"]"),
      .whole(
        "max_age", \.oldest, in: 0...Bounds.century,
        "The largest number of seconds since the sign-in (RFC 9470).", or: "any", example: "300"),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    for (index, name) in fields.enumerated() {
      let pointer = "\(reader.at("headers"))/\(index)"
      let value = reader.value["headers"]?.arrayValue?.dropFirst(index).first
      if !HeaderText.isName(name) {
        reader.findings.error(value, pointer, "\"\(name)\" is not a header name (RFC 9110 §5.1)")
      } else if name.lowercased() == "authorization" {
        reader.findings.error(
          value, pointer,
          "the Authorization header has a scheme; name it in \"header\", such as [\"Bearer\"]")
      } else if HeaderText.ofRequests.contains(name.lowercased()) {
        reader.findings.error(
          value, pointer,
          "the header \(name) has another meaning in every request, so no token can be in it; name a header of the provider's own, such as X-Access-Token"
        )
      }
    }
  }
}
