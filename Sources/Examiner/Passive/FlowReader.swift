import Basics
import HTTPTypes

/// Finds the flows of an episode: which authorization requests were the client's own, and what became of each.
struct FlowReader {
  let episode: Int
  let subject: Subject
  private(set) var flows: [Flow] = []
  /// Whether it is known what the client had the browser open. A provider may lead the browser to its own authorization
  /// endpoint once more, in other words.
  private var knowsOpened = false
  /// The parameters of pushed requests, by their request URIs.
  private var pushed: [String: Parameters] = [:]

  init(episode: Int, subject: Subject) {
    self.episode = episode
    self.subject = subject
  }

  static func flows(of episode: CheckRun, at index: Int, subject: Subject) -> [Flow] {
    var reader = FlowReader(episode: index, subject: subject)
    reader.knowsOpened = episode.exchanges.contains(where: \.isOpened)
    for exchange in episode.exchanges { reader.take(exchange) }
    return reader.used(in: episode)
  }

  private mutating func take(_ exchange: Exchange) {
    if let uri = exchange.pushedURI { pushed[uri] = exchange.parameters }
    let isClients = !knowsOpened || exchange.isClients
    if isClients, exchange.kind == "authorize",
      ["GET", "POST"].contains(exchange.request.method.rawValue)
    {
      begin(Flow(Sent(exchange, in: episode, of: subject), pushed: pushed))
    }
    end(exchange)
  }

  private mutating func begin(_ flow: Flow) {
    guard flow.isRequest else { return }
    var flow = flow
    // Still open: the browser is on its way through the provider's pages.
    if flows.contains(where: { !$0.hasEnded && $0.isSameRequest(as: flow) }) { return }
    flow.isAgain = flows.contains { $0.isSameRequest(as: flow) }
    flows.append(flow)
  }

  /// Ends the flow that this answer sends back to the client.
  private mutating func end(_ exchange: Exchange) {
    let location = exchange.answer.headers.first(.location) ?? ""
    let brought = Self.brought(by: location)
    let isGrant = exchange.outcome.hasPrefix("granted") && exchange.kind != "token"
    guard
      isGrant
        || brought["code"] ?? brought["error"] ?? brought["access_token"]
          ?? brought["id_token"] != nil
    else { return }
    let place = URIReference(location)
    let open = flows.indices.filter { index in
      guard !flows[index].hasEnded else { return false }
      let redirect = flows[index].value("redirect_uri")
      return isGrant || redirect.map { URIReference($0).isAtSamePlace(as: place) } ?? true
    }
    let state = brought["state"]
    guard let index = open.last(where: { flows[$0].value("state") == state }) ?? open.last else {
      return
    }
    flows[index].hasEnded = true
    flows[index].brought = brought
  }

  static func brought(by location: String) -> [String: String] {
    let uri = URIReference(location)
    var found: [String: String] = [:]
    for part in [uri.query, uri.fragment] {
      for parameter in Parameters(formEncoded: part ?? "").list where !parameter.value.isEmpty {
        found[parameter.name] = parameter.value
      }
    }
    return found
  }

  /// The flows without those that a browser started on its own: a repeated request counts if the client used its
  /// response.
  private func used(in episode: CheckRun) -> [Flow] {
    flows.filter { flow in
      guard flow.isAgain else { return true }
      let values = ["code", "access_token"].compactMap { flow.brought[$0] }
      return episode.exchanges.contains { exchange in
        guard !exchange.isAgents, exchange.number > flow.sent.exchange.number else { return false }
        let sent = Sent(exchange, in: 0, of: subject)
        return values.contains { value in
          sent.parameters.contains { $0.value == value }
            || sent.authorization?.contains(value) == true
        }
      }
    }
  }
}

extension Exchange {
  /// The request URI that a pushed request was given (RFC 9126 §2.2).
  var pushedURI: String? {
    guard kind == "pushed_authorization", (200..<300).contains(answer.status.code) else {
      return nil
    }
    let body = try? JSONReader().read(answer.body, file: "").root
    return body?["request_uri"]?.stringValue
  }
}
