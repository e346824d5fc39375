import Basics
import Engine
import Examiner
import HTTPTypes
import ProviderModel

/// What a recording shows of one provider, as steps that can be played.
struct RecordedFlow {
  enum Step {
    /// A sign-in, from the authorization request to the redirect back to the client.
    case visit(Recording.Exchange, callback: JSONValue, isDenied: Bool)
    /// A request of a program; `nil` if the provider has no endpoint at its address.
    case call(Recording.Exchange, EndpointKind?)
    case skip(Recording.Exchange, why: String)
  }

  let provider: Provider
  let book: EndpointBook
  let exchanges: [Recording.Exchange]

  var steps: [Step] {
    var steps: [Step] = []
    var current: [String?] = []
    for (index, exchange) in exchanges.enumerated() {
      guard let kind = kind(of: exchange.request) else {
        steps.append(unknown(exchange))
        continue
      }
      guard kind == .authorize else {
        steps.append(
          kind.isForBrowsers ? .skip(exchange, why: Self.isPage) : .call(exchange, kind))
        continue
      }
      // After a login, many providers lead the browser to the authorization request again.
      let key = self.key(exchange.request)
      if key == current {
        steps.append(.skip(exchange, why: Self.isPage))
      } else if let (callback, end) = callback(from: index, key) {
        current = key
        let isError = ["query", "fragment", "form"].contains { callback[$0]?["error"] != nil }
        steps.append(.visit(exchange, callback: callback, isDenied: isError && end > index))
      } else if exchange.answer.status.code >= 400 {
        steps.append(.call(exchange, kind))
      } else {
        steps.append(.skip(exchange, why: "the recording lacks the end of this sign-in"))
      }
    }
    return steps
  }

  private static let isPage = "a page of the sign-in"

  func kind(of request: Request) -> EndpointKind? {
    guard let found = book.found(request), found.provider == provider.id else { return nil }
    return found.endpoint.kind
  }

  /// Whether a host is the provider's.
  func isHome(_ host: String) -> Bool {
    provider.hosts.contains { $0.pattern.match(host.lowercased()) != nil }
  }

  private func unknown(_ exchange: Recording.Exchange) -> Step {
    let host = String(exchange.request.authority.prefix { $0 != ":" })
    guard isHome(host) else { return .skip(exchange, why: "another host") }
    if case .page = Structure(exchange.answer.body, exchange.answer.headers) {
      return .skip(exchange, why: "a page that the provider file does not have")
    }
    let isData = Structure(exchange.answer.body, exchange.answer.headers).tree != nil
    return isData
      ? .call(exchange, nil) : .skip(exchange, why: "nothing that a client reads")
  }

  // MARK: Parameters

  /// The name of a parameter on the wire, in authorization requests and in token requests.
  func wires(_ name: String) -> Set<String> {
    let rules = provider.parameters + provider.token.parameters
    return Set(rules.filter { $0.name == name }.map(\.rule.wire) + [name])
  }

  static func parameters(_ request: Request) -> [(name: String, value: String)] {
    var list = Parameters(formEncoded: (RequestTarget(request.target).query ?? "")[...]).list
    if case .form = Structure(request.body, request.headers) {
      list += Parameters(formEncoded: request.body).list
    }
    var pairs = list.map { ($0.name, $0.value) }
    if case .json(let tree) = Structure(request.body, request.headers) {
      for member in tree.objectValue ?? JSONObject() {
        if let text = member.value.stringValue { pairs.append((member.name, text)) }
      }
    }
    return pairs
  }

  func parameter(_ name: String, of request: Request) -> String? {
    let wires = wires(name)
    return Self.parameters(request).first { wires.contains($0.name) }?.value
  }

  private func key(_ request: Request) -> [String?] {
    ["client_id", "state", "nonce", "request_uri"].map { parameter($0, of: request) }
  }

  // MARK: Callbacks

  /// Where a sign-in ends: as an address with parameters, and in which exchange.
  private func callback(from start: Int, _ key: [String?]) -> (JSONValue, Int)? {
    let wanted = parameter("redirect_uri", of: exchanges[start].request)
    for index in exchanges.indices[start...] {
      let exchange = exchanges[index]
      if index > start, kind(of: exchange.request) == .authorize, self.key(exchange.request) != key
      {
        return nil
      }
      if let place = exchange.answer.headers[.location], isCallback(place, wanted) {
        return (Structure.address(place), index)
      }
      if index > start, let wanted, isCallback(exchange.url, wanted) {
        guard exchange.request.method == .post else {
          return (Structure.address(exchange.url), index)
        }
        return (Self.posted(exchange.url, exchange.request.body), index)
      }
    }
    return nil
  }

  private func isCallback(_ place: String, _ wanted: String?) -> Bool {
    if let wanted {
      guard place.hasPrefix(wanted) else { return false }
      return place.dropFirst(wanted.count).first.map { "?#&".contains($0) } ?? true
    }
    let uri = URIReference(place)
    let names = [uri.query, uri.fragment].compactMap(\.self)
      .flatMap { Parameters(formEncoded: $0).list.map(\.name) }
    return !isHome(uri.host ?? "")
      && names.contains { ["code", "error", "id_token", "access_token", "response"].contains($0) }
  }

  /// A form that is posted to the client (`form_post`).
  static func posted(_ place: String, _ body: [UInt8]) -> JSONValue {
    [
      "address": .init(.string(place)),
      "form": Structure.object(Parameters(formEncoded: body)),
    ]
  }
}
