internal import JSON

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

    /// The ID token is not what it should be.
    /// - Parameters:
    ///   - signature: How it is wrong; `nil` leaves it right.
    ///   - kid: The key that the header names.
    ///   - claims: Name → value; `nil` leaves a claim out.
    ///   - shift: By how much `iat`, `nbf`, `exp` and `auth_time` are moved, in whole seconds.
    public static func idToken(
      signature: Signature? = nil, kid: String? = nil, claims: [String: JSON] = [:],
      shift: Duration? = nil
    ) -> Change { token("id", signature, kid, claims, shift) }
    /// An access token that is a JWT is not what it should be; the parameters are those of an ID token.
    public static func accessToken(
      signature: Signature? = nil, kid: String? = nil, claims: [String: JSON] = [:],
      shift: Duration? = nil
    ) -> Change { token("access", signature, kid, claims, shift) }

    private static func token(
      _ kind: String, _ signature: Signature?, _ kid: String?, _ claims: [String: JSON],
      _ shift: Duration?
    ) -> Change {
      var token = JSONObject()
      token["signature"] = signature.map { JSONValue($0.rawValue) }
      token["kid"] = kid.map { JSONValue($0) }
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
