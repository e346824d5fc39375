import Basics
import HTTPTypes
import ProviderModel

extension Decision {
  /// Whether no endpoint has the address, and the answer is the server's own text and no provider's.
  package var isNowhere: Bool {
    if case .nowhere = reading.destination, case .plain = outcome.content { true } else { false }
  }
}

/// Answers that are the server's own, and no provider's.
extension Site {
  func plain(_ reading: RoutedRequest) -> Decision {
    switch reading.destination {
    case .foreign(let host):
      let decision = plain(
        reading, 421,
        "The Host \"\(host)\" is not one that this server answers to.\n\(options.advice.hosts)\n")
      decision.log.remedy = options.advice.hosts
      return decision
    case .outside(let path):
      let method = reading.request.method
      let isForm = path == options.landing && method == .post
      guard method == .get || method == .head || isForm else {
        let forms = path == options.landing ? ["POST"] : []
        return plain(
          reading, method == .options ? 204 : 405,
          "\(path) answers \((["GET", "HEAD"] + forms).joined(separator: " and ")).\n",
          allow: ["GET", "HEAD"] + forms + ["OPTIONS"])
      }
      let decision = Decision(reading, Outcome(.outside(path), .status(200)))
      decision.log.endpoint = path
      return decision
    case .nowhere(let path, let place):
      let found = nowhere.found(path, at: place)
      let decision = plain(reading, 404, found.text)
      decision.log.near = Array(found.near.prefix(5))
      decision.log.remedy =
        found.meant.map { "did you mean \($0)?" } ?? (found.advice.isEmpty ? nil : found.advice)
      return decision
    case .provider: return plain(reading, 500, "This request was not decided on.\n")
    }
  }

  func plain(
    _ reading: RoutedRequest, _ status: Int, _ text: String, allow: [String] = []
  ) -> Decision {
    let decision = Decision(
      reading, Outcome(.plain(status, text, allow: allow), .status(status)))
    // The text may have a line for each address of a provider; only the first line is needed.
    let first = text.utf8.prefix { $0 != UInt8(ascii: "\n") }
    if !first.isEmpty { decision.log.why = String(Substring(first)) }
    return decision
  }

  /// In bytes: far more than a browser lists.
  private static let longestRequestedHeaders = 4_096

  /// OPTIONS, and methods that nothing at this address answers. `nil` for HEAD where GET is answered.
  func unanswered(_ reading: RoutedRequest, _ place: RouteMatch) -> Decision? {
    let method = reading.request.method
    let endpoint = place.endpoint
    let here = place.provider.endpoints.filter { $0.routes.contains(place.route) }
    var allowed: [String] = []
    for method in here.flatMap(\.methodsWithHead) + ["OPTIONS"] where !allowed.contains(method) {
      allowed.append(method)
    }
    if method == .options {
      if endpoint.service.crossOrigin, reading.request.headers.contains(.origin) {
        let sent = reading.request.headers[.accessControlRequestHeaders] ?? ""
        // The answer repeats it, and must fit into the transport's memory.
        let asked = sent.utf8.count <= Self.longestRequestedHeaders ? sent : ""
        let decision = Decision(
          reading, Outcome(.preflight(methods: allowed, headers: asked), .preflight))
        decision.endpoint = endpoint
        return decision
      }
      return plain(reading, 204, "", allow: allowed)
    }
    if allowed.contains(method.rawValue) { return nil }
    return plain(
      reading, place, 405,
      "\(method.rawValue) is not answered at \(reading.path) (\(endpoint.name) of "
        + "\(place.provider.id)); it answers \(allowed.joined(separator: ", ")).\n",
      allow: allowed)
  }

  /// The refusal of a request with more parameters than are read.
  func overfull(_ reading: RoutedRequest, _ place: RouteMatch, _ count: Int) -> Decision {
    plain(
      reading, place, 400,
      "The request has \(count) parameters; at most \(Parameters.most) are read. Send fewer.\n")
  }

  /// A plain answer to a request that was meant for an endpoint: the journal names the endpoint.
  private func plain(
    _ reading: RoutedRequest, _ place: RouteMatch, _ status: Int, _ text: String,
    allow: [String] = []
  ) -> Decision {
    let decision = plain(reading, status, text, allow: allow)
    // A page of another origin that may call the endpoint may read this, too.
    decision.endpoint = place.endpoint
    decision.log.provider = place.provider.id
    decision.log.endpoint = place.endpoint.name
    return decision
  }
}
