internal import Basics
public import Foundation
internal import Server

extension Sandbox {
  /// A code or a token that was issued, without its text.
  ///
  /// ```swift
  /// let tokens = try sandbox.mintTokens(at: "vk", client: "753197", person: "bob")
  /// let access = try #require(tokens.issued.first { $0.kind == "access" })
  /// try sandbox.revoke(access)
  /// #expect(try sandbox.issued().first { $0.id == access.id }?.status == .revoked)
  /// ```
  public struct Token: Sendable, Equatable, Identifiable, CustomStringConvertible {
    /// Whether it is still accepted.
    public enum Status: String, Sendable {
      /// It is accepted.
      case live
      /// It has expired.
      case expired
      /// A redeemed code, or a refresh token that was replaced by rotation.
      case spent
      /// It was revoked (RFC 7009).
      case revoked
    }

    /// The number in this sandbox.
    public let id: Int
    /// `code`, `access`, `refresh`, `device_code`, … ID tokens are not kept.
    public let kind: String
    /// The provider that issued it.
    public let provider: String
    /// The `client_id` of the client that got it.
    public let client: String
    /// The username of the person; `nil` if the client acts for itself.
    public let person: String?
    /// The granted scopes.
    public let scopes: [String]
    /// The audience (RFC 8707); empty if the token has none.
    public let audience: [String]
    /// The thumbprint of the key that it is bound to (RFC 9449); `nil` for a Bearer token.
    public let jkt: String?
    /// The thumbprint `x5t#S256` of the certificate that it is bound to (RFC 8705); `nil` for none.
    public let certificateThumbprint: String?
    /// The time of issue, by the sandbox's clock.
    public let issued: Date
    /// The expiry, by the sandbox's clock; `nil` if it never expires.
    public let expires: Date?
    /// Whether it is still accepted.
    public let status: Status

    init(_ value: JSONValue) {
      func text(_ name: String) -> String? { value[name]?.stringValue }
      func date(_ name: String) -> Date? {
        text(name).flatMap { Dates.seconds($0) }.map { Date(timeIntervalSince1970: Double($0)) }
      }
      id = value["id"]?.integerValue ?? 0
      kind = text("kind") ?? ""
      provider = text("provider") ?? ""
      client = text("client") ?? ""
      person = text("person")
      scopes = value["scopes"]?.arrayValue?.compactMap(\.stringValue) ?? []
      audience = value["audience"]?.arrayValue?.compactMap(\.stringValue) ?? []
      jkt = text("jkt")
      certificateThumbprint = text("x5t#S256")
      issued = date("issued") ?? .distantPast
      expires = date("expires")
      status = text("status").flatMap { Status(rawValue: $0) } ?? .live
    }

    /// The kind, the owner and the status, in one line.
    public var description: String {
      "\(provider) \(kind) \(id) of \(client)" + (person.map { " for \($0)" } ?? "")
        + (scopes.isEmpty ? "" : " [\(scopes.joined(separator: " "))]") + ": \(status)"
        + (expires.map { ", expires \(Dates.text(Int($0.timeIntervalSince1970)))" } ?? "")
    }
  }
}
