internal import Basics

extension Sandbox {
  /// What becomes of a provider's own answer: of the parameters of a redirect, of the members of a JSON body, of tokens.
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

    /// How a token's signature is wrong.
    public enum Signature: String, Sendable {
      /// It does not verify.
      case bad
      /// `alg` is `none`, and the signature empty.
      case none
      /// Its part of the token is empty, whatever the header says.
      case empty
      /// Made by another key than the published one, under that one's name.
      case otherKey = "other-key"
      /// Made by the key that comes next, under its own name: see ``Change/keys(_:)``.
      case nextKey = "next-key"
      /// HS256, keyed with the PEM of the published key.
      case hmacPublicKey = "hmac-public-key"
    }

    /// Where the parameters of an authorization response come.
    public enum Mode: String, Sendable {
      /// Behind the `?`.
      case query
      /// Behind the `#`, which a browser keeps to itself.
      case fragment
      /// In a form that the browser posts (OAuth 2.0 Form Post Response Mode).
      case formPost = "form_post"
    }

    /// A part of what a key set shows.
    public enum Keys: String, Sendable {
      /// Those that sign.
      case current
      /// Those that ``Signature/nextKey`` signs with.
      case next
      /// Keys with the names of those that sign, and of another kind.
      case twin
      /// Keys with the names of those that sign, for encryption.
      case encryption
      /// Keys of kinds that nobody knows.
      case unknown
      /// The key that signs, without a name.
      case nameless
    }

    /// Name → value; added where it is missing.
    public static func set(_ members: [String: JSON]) -> Change {
      Change("set", JSONValue(.object(members.object)))
    }
    /// These are left out.
    public static func drop(_ names: String...) -> Change { Change("drop", JSONValue(names)) }
    /// Old name → new name.
    public static func rename(_ names: [String: String]) -> Change {
      let pairs = names.sorted { $0.key < $1.key }.map {
        JSONObject.Member($0.key, JSONValue($0.value))
      }
      return Change("rename", JSONValue(.object(JSONObject(pairs))))
    }
    /// These come first, in this order.
    public static func order(_ names: String...) -> Change { Change("order", JSONValue(names)) }
    /// Only these scopes are granted, of those that are asked for.
    public static func scopes(_ scopes: String...) -> Change { Change("scopes", JSONValue(scopes)) }
    /// The browser delivers the callback twice.
    public static var twice: Change { Change("twice", true) }

    /// One more parameter of each name, behind those that are there.
    public static func append(_ parameters: [String: JSON]) -> Change {
      Change("append", JSONValue(.object(parameters.object)))
    }
    /// Where the parameters of the callback come, whatever was asked for.
    public static func mode(_ mode: Mode) -> Change { Change("mode", JSONValue(mode.rawValue)) }
    /// What a key set shows, in this order.
    public static func keys(_ keys: Keys...) -> Change {
      Change("keys", JSONValue(keys.map(\.rawValue)))
    }

    /// The ID token is not what it should be.
    /// - Parameters:
    ///   - signature: How it is wrong; `nil` leaves it right.
    ///   - kid: The key that the header names.
    ///   - header: Name → value of other members of the header; `nil` leaves one out.
    ///   - claims: Name → value; `nil` leaves a claim out.
    ///   - shift: By how much `iat`, `nbf`, `exp` and `auth_time` are moved, in whole seconds.
    public static func idToken(
      signature: Signature? = nil, kid: String? = nil, header: [String: JSON] = [:],
      claims: [String: JSON] = [:], shift: Duration? = nil
    ) -> Change { token("id", signature, kid, header, claims, shift) }
    /// An access token that is a JWT is not what it should be; the parameters are those of an ID token.
    public static func accessToken(
      signature: Signature? = nil, kid: String? = nil, header: [String: JSON] = [:],
      claims: [String: JSON] = [:], shift: Duration? = nil
    ) -> Change { token("access", signature, kid, header, claims, shift) }

    private static func token(
      _ kind: String, _ signature: Signature?, _ kid: String?, _ header: [String: JSON],
      _ claims: [String: JSON], _ shift: Duration?
    ) -> Change {
      var token = JSONObject()
      token["signature"] = signature.map { JSONValue($0.rawValue) }
      token["kid"] = kid.map { JSONValue($0) }
      if !header.isEmpty { token["header"] = JSONValue(.object(header.object)) }
      if !claims.isEmpty { token["claims"] = JSONValue(.object(claims.object)) }
      token["shift"] = shift.map { JSONValue(Int($0.components.seconds)) }
      let tokens = JSONObject([.init(kind, JSONValue(.object(token)))])
      return Change("tokens", JSONValue(.object(tokens)))
    }

    /// What two changes say of different things stands together; of the same thing the later one counts.
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
