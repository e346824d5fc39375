import Basics
import Engine

/// An order for a security event token.
struct NewSecurityEvent: RequestBody {
  var provider = ""
  var event = ""
  var person = ""
  var receiver = ""
  var audience: String?
  var token: String?
  var subject: JSONValue?
  var members: JSONValue?
  var claims: JSONValue?

  static let declaration = BodyDeclaration<Self>([
    .input("provider", \.provider, required: true, "The provider that sends the event."),
    .input(
      "event", \.event, required: true,
      "The kind of event: a name of security_events in the fixture, such as session-revoked."),
    .input("person", \.person, required: true, "The username of the person that it is about."),
    .input(
      "receiver", \.receiver, required: true,
      "The address that gets the token: on the loopback, or at a host of serve --fetch-host."),
    .input("audience", \.audience, "The claim aud. Default: the address of the receiver."),
    .input("token", \.token, "The access token for the receiver. Default: none."),
    .input("subject", \.subject, "The claim sub_id, instead of the fixture's."),
    .input(
      "members", \.members, "Members of the event that are added or replaced. A null removes one."),
    .input("claims", \.claims, "Claims that are added or replaced. A null removes one."),
  ])
}

/// The answer to such an order.
struct SentSecurityEvent {
  let claims: JSONObject
  let call: ClientCallResult

  /// RFC 8935 §2.3: the receiver's error object.
  private var error: JSONValue? {
    call.isAccepted ? nil : (try? JSONReader().read(Array(call.body.utf8), file: ""))?.root
  }

  static let declaration = BodyDeclaration<Self>([
    .output("claims", "The claims of the token.") { JSONValue(.object($0.claims)) },
    .output("call", as: ClientCallResult.declaration.schema, "The request and its answer.") {
      ClientCallResult.declaration.write($0.call)
    },
    .output("err", "The error code of the receiver (RFC 8935 §2.4).") {
      $0.error?["err"]?.stringValue
    },
    .output("description", "The receiver's description of the error.") {
      $0.error?["description"]?.stringValue
    },
  ])
}
