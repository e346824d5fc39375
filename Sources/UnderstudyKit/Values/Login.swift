internal import Basics
public import Foundation
internal import Server

extension Sandbox {
  /// The session of a person who is signed in at a provider.
  ///
  /// ```swift
  /// let login = try #require(try sandbox.logins().last)
  /// #expect(login.person == "alice" && login.clients == ["web"])
  /// ```
  public struct Login: Sendable, Equatable, CustomStringConvertible {
    /// The session ID, as in the claim `sid` of ID tokens.
    public let sid: String
    /// The provider at which the person is signed in.
    public let provider: String
    /// The username.
    public let person: String
    /// The `client_id` of each client that was granted something in the session.
    public let clients: [String]
    /// The time of the last sign-in, by the sandbox's clock.
    public let signedIn: Date
    /// The end of the session.
    public let expires: Date

    init(_ value: JSONValue) {
      func date(_ name: String) -> Date {
        value[name]?.stringValue.flatMap { Dates.seconds($0) }
          .map { Date(timeIntervalSince1970: Double($0)) } ?? .distantPast
      }
      sid = value["sid"]?.stringValue ?? ""
      provider = value["provider"]?.stringValue ?? ""
      person = value["person"]?.stringValue ?? ""
      clients = value["clients"]?.arrayValue?.compactMap(\.stringValue) ?? []
      signedIn = date("signed_in")
      expires = date("expires")
    }

    /// The person, the provider and the clients, in one line.
    public var description: String {
      "\(person) at \(provider)"
        + (clients.isEmpty ? "" : " for \(clients.joined(separator: ", "))") + ", sid \(sid)"
    }
  }

  /// A request that the server has sent to a client, and what came back.
  public struct Call: Sendable, Equatable, CustomStringConvertible {
    /// The `client_id` of the client that was called; `nil` if it was no client.
    public let client: String?
    /// The address that was called.
    public let address: String
    /// The status of the answer; `nil` if there was none.
    public let status: Int?
    /// The reason why there was no answer.
    public let failure: String?
    /// The number of the journal's entry with the request and the answer.
    public let entry: Int?

    init(_ value: JSONValue) {
      client = value["client"]?.stringValue
      address = value["address"]?.stringValue ?? ""
      status = value["status"]?.integerValue
      failure = value["failure"]?.stringValue
      entry = value["entry"]?.integerValue
    }

    /// Whether the status of the answer was a success.
    public var isAccepted: Bool { status.map { (200..<300).contains($0) } ?? false }

    /// The address and the answer, in one line.
    public var description: String {
      "POST \(address): " + (status.map { "\($0)" } ?? failure ?? "no answer")
    }
  }
}
