import ArgumentParser
import Basics
import ProviderModel

struct Logout: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract:
      "End sessions at a running server, and notify the clients through their back channel.",
    discussion: """
      Each client of a session that has a backchannel_logout_uri gets a logout token. A line shows its response, and \
      the journal has both.

      Example: understudy logout alice

      Exit codes: 0 the sessions have ended and all clients have accepted that, 1 there was no session or a client has not \
      accepted it, 2 wrong usage, 3 no server answered.
      """)

  @Argument(help: ArgumentHelp("The person. Default: everyone.", valueName: "person"))
  var person: String?
  @Option(
    help: ArgumentHelp("Only sessions at this provider.", valueName: "id"),
    completion: .providers)
  var provider: String?
  @Option(help: ArgumentHelp("Only sessions of this client.", valueName: "id"))
  var client: String?
  @Option(help: ArgumentHelp("Only the session with this sid.", valueName: "sid"))
  var session: String?
  @OptionGroup var server: ServerChoice

  func validate() throws {
    guard session != nil, person ?? provider ?? client != nil else { return }
    throw ValidationError("--session names one session; leave the others out")
  }

  func run() throws {
    let style = QueryStyle(space: .percent, safe: "-_.~")
    let filters = [("person", person), ("provider", provider), ("client", client)]
      .compactMap { name, value in value.map { (name: name, value: $0) } }
    let path =
      session.map { "/sessions/" + style.encode($0) }
      ?? "/sessions" + (filters.isEmpty ? "" : "?" + style.encode(filters))
    let control = server.client(for: "logout")
    let ended = try JSONReader().read(control.ask(path, .delete), file: "answer").root
    let sessions = ended["sessions"]?.arrayValue ?? []
    guard !sessions.isEmpty else {
      try checkNames(control, style)
      throw Failure(text: "logout: nobody is signed in\(person.map { " as \($0)" } ?? "")", code: 1)
    }
    for session in sessions {
      func text(_ name: String) -> String { session[name]?.stringValue ?? "" }
      Streams.output("\(text("person")) at \(text("provider")): signed out, sid \(text("sid"))")
    }
    let calls = ended["calls"]?.arrayValue ?? []
    if calls.isEmpty { Streams.output("no client of these sessions has a backchannel_logout_uri") }
    for call in calls { Streams.output(CallLine.text(of: call)) }
    if calls.contains(where: { $0["accepted"]?.boolValue != true }) { throw ExitCode(1) }
  }

  /// Refuses names that the server does not know: of a person and of a provider, it says so itself.
  private func checkNames(_ control: ControlClient, _ style: QueryStyle) throws {
    for (path, name) in [("/people/", person), ("/providers/", provider)] {
      if let name { _ = try control.ask(path + style.encode(name)) }
    }
    guard let client else { return }
    let clients = try JSONReader().read(control.ask("/clients"), file: "answer").root.arrayValue
    let known = Set((clients ?? []).compactMap { $0["client_id"]?.stringValue })
    guard !known.contains(client) else { return }
    throw Failure(
      text: "logout: no client \"\(client)\" is registered"
        + Suggestion.list(for: client, among: known.sorted()))
  }
}

/// A line about a request that the server has sent.
enum CallLine {
  /// - Parameter call: as the control API shows it.
  static func text(of call: JSONValue) -> String {
    let address = call["address"]?.stringValue ?? ""
    let client = call["client"]?.stringValue.map { "\($0): " } ?? ""
    guard let status = call["status"]?.integerValue else {
      return client + "not called: " + (call["failure"]?.stringValue ?? address)
    }
    return "\(client)POST \(address) answered \(status)"
  }
}
