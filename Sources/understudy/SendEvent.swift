import ArgumentParser
import Basics
import UserAgent

struct SendEvent: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send-event",
    abstract: "Send a signed security event token (RFC 8417) to a receiver, by push (RFC 8935).",
    discussion: """
      A running server signs the token and sends it; the journal shows the request and the response.

      Example: understudy send-event session-revoked alice --to http://127.0.0.1:3000/events

      Exit codes: 0 the receiver has accepted the token, 1 it has not, 2 wrong usage, 3 no server answered.
      """)

  @Argument(
    help: ArgumentHelp(
      "The kind of event: session-revoked, credential-change, or another one that the provider file declares.",
      valueName: "event"))
  var event: String
  @Argument(help: ArgumentHelp("The person that it is about.", valueName: "person"))
  var person: String
  @Option(help: ArgumentHelp("The address of the receiver.", valueName: "url"))
  var to: String
  @Option(help: ArgumentHelp("The provider that sends it. Default: standard", valueName: "id"))
  var provider: String = "standard"
  @Option(
    help: ArgumentHelp("The claim aud. Default: the address of the receiver.", valueName: "text"))
  var audience: String?
  @Option(help: ArgumentHelp("The access token for the receiver.", valueName: "token"))
  var token: String?
  @OptionGroup var server: ServerChoice

  func run() throws {
    if WebAddress(to)?.isWeb != true {
      let hint = WebAddress("http://\(to)")?.isWeb == true && !to.contains("://")
      throw Failure(
        text: "--to \(to): expected a web address"
          + (hint ? "; did you mean http://\(to)?" : ", such as http://127.0.0.1:3000/events"))
    }
    var body = JSONObject()
    for (name, value) in [
      ("provider", provider), ("event", event), ("person", person), ("receiver", to),
      ("audience", audience), ("token", token),
    ] as [(String, String?)] {
      body[name] = value.map { JSONValue(.string($0)) }
    }
    let bytes = try server.client(for: "send-event").ask(
      "/events", .post, body: JSONValue(.object(body)))
    let sent = try JSONReader().read(bytes, file: "answer").root
    let call = sent["call"] ?? [:]
    Streams.output(CallLine.text(of: call))
    for name in ["err", "description"] {
      if let text = sent[name]?.stringValue { Streams.output("\(name): \(text)") }
    }
    if call["accepted"]?.boolValue != true { throw ExitCode(1) }
  }
}
