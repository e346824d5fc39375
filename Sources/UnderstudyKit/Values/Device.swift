internal import Basics
public import Foundation
internal import Server

extension Sandbox {
  /// The request of a device (RFC 8628).
  ///
  /// ```swift
  /// let device = try #require(try sandbox.devices().last)
  /// #expect(device.status == .pending)
  /// ```
  public struct Device: Sendable, Equatable, CustomStringConvertible {
    /// What has become of the request.
    public enum Status: String, Sendable {
      /// No person has decided yet.
      case pending
      /// A person has approved it: the next poll gets tokens.
      case approved
      /// A person has denied it.
      case denied
      /// The device has its tokens.
      case redeemed
      /// Its codes have expired.
      case expired
      /// Its code was revoked, or the person was removed.
      case revoked
    }

    /// The provider at which the device asked.
    public let provider: String
    /// The `client_id` of the client that the device runs.
    public let client: String
    /// The user code, as the device shows it.
    public let userCode: String
    /// The approved scopes. Until then, the requested scopes.
    public let scopes: [String]
    /// The username of the person who has decided; `nil` if nobody was signed in, and if a rule has decided.
    public let person: String?
    /// What has become of the request.
    public let status: Status
    /// The seconds between two polls; `slow_down` makes it longer.
    public let interval: Int
    /// The time of the last poll; `nil` before the first one.
    public let polled: Date?
    /// The time of the request, by the sandbox's clock.
    public let issued: Date
    /// The expiry of both codes.
    public let expires: Date?

    init(_ value: JSONValue) {
      func text(_ name: String) -> String? { value[name]?.stringValue }
      func date(_ name: String) -> Date? {
        text(name).flatMap { Dates.seconds($0) }.map { Date(timeIntervalSince1970: Double($0)) }
      }
      provider = text("provider") ?? ""
      client = text("client") ?? ""
      userCode = text("user_code") ?? ""
      scopes = value["scopes"]?.arrayValue?.compactMap(\.stringValue) ?? []
      person = text("person")
      status = text("status").flatMap { Status(rawValue: $0) } ?? .pending
      interval = value["interval"]?.integerValue ?? 0
      polled = date("polled")
      issued = date("issued") ?? .distantPast
      expires = date("expires")
    }

    /// The client, the user code and the status, in one line.
    public var description: String {
      "\(provider) device of \(client), \(userCode)"
        + (scopes.isEmpty ? "" : " [\(scopes.joined(separator: " "))]") + ": \(status)"
        + (person.map { " by \($0)" } ?? "")
    }
  }
}
