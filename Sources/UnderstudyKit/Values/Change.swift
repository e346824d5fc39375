internal import Basics

extension Sandbox {
  /// A change to a provider's own answer: to the parameters of a redirect, to the members of a JSON body, to its headers, to
  /// tokens.
  ///
  /// ```swift
  /// try sandbox.add(.change(.idToken(signature: .bad)).at("standard", "token").once)
  /// try sandbox.add(
  ///   .change(.drop("iss"), .rename(["state": "status"])).at("standard", "authorize"))
  /// ```
  public struct Change: Sendable, Equatable {
    private var members: JSONObject

    private init(_ name: String, _ value: JSONValue) {
      members = JSONObject([.init(name, value)])
    }

    /// A fault of a token's signature.
    public enum Signature: String, Sendable, CaseIterable {
      /// It does not verify.
      case bad
      /// `alg` is `none`, and the signature is empty.
      case none
      /// The signature is empty, and the header does not say so.
      case empty
      /// Made by another key than the published one, under the published key's name.
      case otherKey = "other-key"
      /// Made by the next key, under its own name: see ``Change/keys(_:)``.
      case nextKey = "next-key"
      /// HS256 with the PEM of the published key as its secret.
      case hmacPublicKey = "hmac-public-key"
      /// Valid, and padded with `=`, which RFC 7515 §2 forbids.
      case padded
      /// Valid, and followed by a fourth part.
      case fourParts = "four-parts"
      /// RS256 by a key of 1024 bits, under its own name: see ``Change/keys(_:)``.
      case shortKey = "short-key"
    }

    /// A response mode.
    public enum Mode: String, Sendable, CaseIterable {
      /// After the `?`.
      case query
      /// After the `#`, which a browser does not send.
      case fragment
      /// In a form that the browser posts (OAuth 2.0 Form Post Response Mode).
      case formPost = "form_post"
    }

    /// The page that leads a browser to the callback.
    public enum Way: String, Sendable, CaseIterable {
      /// A page with a link.
      case link
      /// A page that refreshes itself.
      case refresh
      /// A page with a script.
      case script
    }

    /// A part of a key set.
    public enum Keys: String, Sendable, CaseIterable {
      /// The keys that sign.
      case current
      /// The keys that ``Signature/nextKey`` signs with.
      case next
      /// Keys of another type with the names of the keys that sign.
      case twin
      /// Keys for encryption with the names of the keys that sign.
      case encryption
      /// Keys of types that no client knows.
      case unknown
      /// The first key that signs, without a `kid`.
      case nameless
      /// The key that ``Signature/shortKey`` signs with.
      case short
    }

    /// The algorithm of a signed body.
    public enum Algorithm: String, Sendable, CaseIterable {
      /// RSASSA-PKCS1-v1_5 with SHA-256.
      case rs256 = "RS256"
      /// RSASSA-PSS with SHA-256.
      case ps256 = "PS256"
      /// ECDSA with P-256 and SHA-256.
      case es256 = "ES256"
      /// ECDSA with P-384 and SHA-384.
      case es384 = "ES384"
      /// Ed25519, by its older name.
      case edDSA = "EdDSA"
      /// Ed25519 (RFC 9864).
      case ed25519 = "Ed25519"
    }

    /// Sets members, by name. A missing one is added.
    public static func set(_ members: [String: JSON]) -> Change {
      Change("set", JSONValue(.object(members.object)))
    }
    /// Leaves members out.
    public static func drop(_ names: String...) -> Change { Change("drop", JSONValue(names)) }
    /// Renames members: old name → new name.
    public static func rename(_ names: [String: String]) -> Change {
      let pairs = names.sorted { $0.key < $1.key }.map {
        JSONObject.Member($0.key, JSONValue($0.value))
      }
      return Change("rename", JSONValue(.object(JSONObject(pairs))))
    }
    /// Puts members first, in this order.
    public static func order(_ names: String...) -> Change { Change("order", JSONValue(names)) }
    /// Grants only these scopes, of those that the client requests.
    public static func scopes(_ scopes: String...) -> Change { Change("scopes", JSONValue(scopes)) }
    /// The browser delivers the callback twice.
    public static var twice: Change { Change("twice", true) }

    /// Adds one more parameter of each name, after those of the same name.
    public static func append(_ parameters: [String: JSON]) -> Change {
      Change("append", JSONValue(.object(parameters.object)))
    }
    /// Sends the authorization response in this mode, whatever the client requests.
    public static func mode(_ mode: Mode) -> Change { Change("mode", JSONValue(mode.rawValue)) }
    /// Leads the browser to the callback by a page instead of a redirect.
    ///
    /// ```swift
    /// try sandbox.add(.change(.way(.refresh)).at("standard", "authorize"))
    /// ```
    public static func way(_ way: Way) -> Change { Change("way", JSONValue(way.rawValue)) }
    /// Sets headers, by name; `nil` removes one.
    ///
    /// ```swift
    /// try sandbox.add(
    ///   .change(.headers(["Content-Type": "text/plain", "Pragma": nil])).at("standard", "token"))
    /// ```
    public static func headers(_ headers: [String: String?]) -> Change {
      let fields = headers.sorted { $0.key < $1.key }.map {
        JSONObject.Member($0.key, $0.value.map { JSONValue($0) } ?? .null)
      }
      return Change("headers", JSONValue(.object(JSONObject(fields))))
    }
    /// Sends several fields of one name.
    public static func header(_ name: String, values: [String]) -> Change {
      Change("headers", JSONValue(.object(JSONObject([.init(name, JSONValue(values))]))))
    }
    /// Puts text before the body, such as a byte order mark.
    public static func prefix(_ text: String) -> Change { Change("prefix", JSONValue(text)) }
    /// Shows these keys in a key set, in this order.
    public static func keys(_ keys: Keys...) -> Change {
      Change("keys", JSONValue(keys.map(\.rawValue)))
    }

    /// Changes the ID token.
    /// - Parameters:
    ///   - signature: The fault of the signature; `nil` for a correct one.
    ///   - kid: The key ID in the header.
    ///   - header: Other members of the header, by name; `nil` leaves one out.
    ///   - embedsKey: Whether the header holds the public key that verifies the token, as `jwk`.
    ///   - claims: Claims, by name; `nil` leaves one out.
    ///   - shift: The time to add to `iat`, `nbf`, `exp` and `auth_time`, in whole seconds.
    public static func idToken(
      signature: Signature? = nil, kid: String? = nil, header: [String: JSON] = [:],
      embedsKey: Bool = false, claims: [String: JSON] = [:], shift: Duration? = nil
    ) -> Change {
      let token = token(signature, kid, header, embedsKey, claims, shift)
      return Change("tokens", JSONValue(.object(JSONObject([.init("id", token)]))))
    }
    /// Changes an access token that is a JSON Web Token; the parameters are those of an ID token.
    public static func accessToken(
      signature: Signature? = nil, kid: String? = nil, header: [String: JSON] = [:],
      embedsKey: Bool = false, claims: [String: JSON] = [:], shift: Duration? = nil
    ) -> Change {
      let token = token(signature, kid, header, embedsKey, claims, shift)
      return Change("tokens", JSONValue(.object(JSONObject([.init("access", token)]))))
    }
    /// Changes the logout tokens of a session that ends; the parameters are those of an ID token.
    ///
    /// ```swift
    /// try sandbox.add(.change(.logoutToken(claims: ["nonce": "n"])).at("standard", "logout"))
    /// ```
    public static func logoutToken(
      signature: Signature? = nil, kid: String? = nil, header: [String: JSON] = [:],
      embedsKey: Bool = false, claims: [String: JSON] = [:], shift: Duration? = nil
    ) -> Change {
      let token = token(signature, kid, header, embedsKey, claims, shift)
      return Change("tokens", JSONValue(.object(JSONObject([.init("logout", token)]))))
    }
    /// Sends the JSON body of a resource as a JSON Web Token.
    ///
    /// ```swift
    /// try sandbox.add(.change(.signedBody(claims: ["aud": "other"])).at("standard", "userinfo"))
    /// ```
    /// - Parameters:
    ///   - algorithm: The algorithm of the signature; `nil` for the provider's first one.
    ///   - signature: The fault of the signature; `nil` for a correct one.
    ///   - kid: The key ID in the header.
    ///   - header: Other members of the header, by name; `nil` leaves one out.
    ///   - embedsKey: Whether the header holds the public key that verifies the token, as `jwk`.
    ///   - claims: Claims, by name; `nil` leaves one out.
    ///   - shift: The time to add to `iat`, `nbf`, `exp` and `auth_time`, in whole seconds.
    public static func signedBody(
      algorithm: Algorithm? = nil, signature: Signature? = nil, kid: String? = nil,
      header: [String: JSON] = [:], embedsKey: Bool = false, claims: [String: JSON] = [:],
      shift: Duration? = nil
    ) -> Change {
      var token =
        token(signature, kid, header, embedsKey, claims, shift).objectValue ?? JSONObject()
      token["alg"] = algorithm.map { JSONValue($0.rawValue) }
      return Change("jwt", JSONValue(.object(token)))
    }

    private static func token(
      _ signature: Signature?, _ kid: String?, _ header: [String: JSON], _ embedsKey: Bool,
      _ claims: [String: JSON], _ shift: Duration?
    ) -> JSONValue {
      var token = JSONObject()
      token["signature"] = signature.map { JSONValue($0.rawValue) }
      token["kid"] = kid.map { JSONValue($0) }
      if !header.isEmpty { token["header"] = JSONValue(.object(header.object)) }
      if embedsKey { token["embed_key"] = true }
      if !claims.isEmpty { token["claims"] = JSONValue(.object(claims.object)) }
      token["shift"] = shift.map { JSONValue(Int($0.components.seconds)) }
      return JSONValue(.object(token))
    }

    /// Adds this change to others. Of two values for the same member, the later one wins.
    func write(into change: inout JSONObject) {
      for member in members {
        guard let more = member.value.objectValue,
          var object = change[member.name]?.objectValue
        else {
          change[member.name] = member.value
          continue
        }
        for inner in more { object[inner.name] = inner.value }
        change[member.name] = JSONValue(.object(object))
      }
    }
  }
}
