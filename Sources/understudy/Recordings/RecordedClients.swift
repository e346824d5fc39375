import Basics
import ProviderModel

/// The clients that a recording shows: they are registered for the comparison, as far as no cast has them.
struct RecordedClients {
  struct Client {
    var secret: String?
    var redirects: [String] = []
  }

  private(set) var all: [String: Client] = [:]

  init(_ flow: RecordedFlow) {
    let (ids, secrets) = (flow.wires("client_id"), flow.wires("client_secret"))
    let redirects = flow.wires("redirect_uri")
    // A client that the provider refused is unknown there.
    for exchange in flow.exchanges
    where exchange.answer.status.code < 400 && flow.kind(of: exchange.request) != nil {
      let pairs = RecordedFlow.parameters(exchange.request)
      func value(_ names: Set<String>) -> String? { pairs.first { names.contains($0.name) }?.value }
      let words = (exchange.request.headers[.authorization] ?? "").split(separator: " ")
      let basic =
        words.count == 2 && words[0].lowercased() == "basic"
        ? BasicCredentials(String(words[1])) : nil
      guard let id = value(ids) ?? basic?.id, !id.isEmpty else { continue }
      var client = all[id] ?? Client()
      client.secret = client.secret ?? value(secrets) ?? basic?.secret
      if let place = value(redirects), !client.redirects.contains(place) {
        client.redirects.append(place)
      }
      all[id] = client
    }
  }

  /// A client as a cast has it.
  func record(_ id: String, at provider: String) -> JSONValue {
    let client = all[id] ?? Client()
    var record: JSONObject = [
      "provider": .init(.string(provider)), "client_id": .init(.string(id)),
      "kind": client.secret == nil ? "public" : "confidential",
      "redirect_uris": .init(.array(client.redirects.map { .init(.string($0)) })),
    ]
    record["secret"] = client.secret.map { .init(.string($0)) }
    return JSONValue(.object(record))
  }
}
