import Basics

/// In which ways a request to a resource carries an access token (RFC 6750 §2).
struct TokenUse {
  enum Way: String {
    case header = "the Authorization header"
    case body = "the body"
    case query = "the query"
  }

  let ways: [Way]

  init(_ sent: Sent) {
    let names = sent.exchange.tokenNames
    func holds(_ parameters: Parameters) -> Bool {
      parameters.list.contains { names.contains($0.name) && !$0.value.isEmpty }
    }
    var ways: [Way] = []
    // What a hidden header holds can't be seen; at a resource it is a token.
    if sent.authorization != nil, sent.scheme != "basic" { ways.append(.header) }
    if holds(sent.form) { ways.append(.body) }
    if holds(sent.query) { ways.append(.query) }
    self.ways = ways
  }
}
