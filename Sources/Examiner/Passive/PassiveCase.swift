import Basics

/// What the passive checks look at: the client's requests, sorted by what they are.
struct PassiveCase: Sendable {
  let episodes: [CheckRun]
  let subject: Subject
  let flows: [Flow]
  /// To token endpoints.
  let tokens: [Sent]
  /// To resources, with a token.
  let resources: [Sent]
  /// All that the client itself sent; what our user agent or a browser sent is not among them.
  let all: [Sent]

  init(_ episodes: [CheckRun], _ subject: Subject) {
    self.episodes = episodes
    self.subject = subject
    var flows: [Flow] = []
    var all: [Sent] = []
    for (index, episode) in episodes.enumerated() {
      let subject = episode.subject ?? subject
      flows += FlowReader.flows(of: episode, at: index, subject: subject)
      all += episode.exchanges.filter { !$0.isAgents }
        .map { Sent($0, in: index, of: subject) }
        // Asked by a browser before the request, and by nobody else (Fetch, "CORS protocol").
        .filter { $0.method != "OPTIONS" && $0.method != "HEAD" }
    }
    self.flows = flows
    self.all = all
    tokens = all.filter { $0.exchange.kind == "token" && Self.asks($0) }
    resources = all.filter { $0.exchange.kind == "resource" && !TokenUse($0).ways.isEmpty }
  }

  /// Whether it asks for anything: somebody who opens the endpoint's address in a browser sends no token request.
  static func asks(_ sent: Sent) -> Bool {
    !sent.exchange.request.body.isEmpty || sent.authorization != nil
      || ["grant_type", "code", "refresh_token", "client_id"].contains { sent.value($0) != nil }
  }

  /// The token requests that redeem a code.
  var redemptions: [Sent] { tokens.filter { $0.value("grant_type") == "authorization_code" } }

  /// The flow that a code came from.
  func flow(of sent: Sent) -> Flow? {
    guard let code = sent.value("code") else { return nil }
    return flows.last { $0.sent.episode == sent.episode && $0.brought["code"] == code }
  }

  func flows(in episode: Int) -> [Flow] { flows.filter { $0.sent.episode == episode } }

  static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// Looks at each request; the first that is wrong decides.
  /// - Parameters:
  ///   - held: what holds of all, behind their number: "each by POST".
  ///   - wrong: what is wrong with a request; `nil` where nothing is.
  func each(
    _ list: [Sent], _ noun: String, _ held: String, wrong: (Sent) -> String?
  ) -> PassiveResult {
    guard !list.isEmpty else { return .nothingSeen("no \(noun) was seen") }
    for sent in list { if let why = wrong(sent) { return .broken(why, at: sent) } }
    return .held("\(Self.count(list.count, noun)), \(held)")
  }

  /// The same for authorization requests.
  func eachFlow(
    _ list: [Flow], _ held: String, severity: Severity? = nil, wrong: (Flow) -> String?
  ) -> PassiveResult {
    guard !list.isEmpty else { return .nothingSeen("no authorization request was seen") }
    for flow in list {
      if let why = wrong(flow) { return .broken(why, at: flow.sent, severity: severity) }
    }
    return .held("\(Self.count(list.count, "authorization request")), \(held)")
  }

  /// Those whose parameters can be seen.
  var readableFlows: [Flow] { flows.filter { !$0.isElsewhere } }

  /// Says why no authorization request could be looked at.
  var noReadableFlow: PassiveResult {
    flows.isEmpty
      ? .nothingSeen("no authorization request was seen")
      : .cannotSay("the parameters are in a request object or were pushed, and can't be seen here")
  }
}
