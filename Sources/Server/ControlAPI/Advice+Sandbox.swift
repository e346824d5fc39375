import Basics
import Engine

extension Advice {
  /// The same advice, except for requests to a sandbox, whose cast can be changed at run time.
  package var withControl: Advice {
    var advice = self
    let others = addClient
    advice.addClient = { client in
      guard let sandbox = client.sandbox else { return others(client) }
      let names = [sandbox, "clients", client.provider, client.id].map(QueryStyle.rfc3986.encode)
      let body = client.isCalling ? "{\"secret\": \"…\"}" : "{\"redirect_uris\": [\"…\"]}"
      return
        "add it to this sandbox: PUT \(Control.root)/sandboxes/\(names.joined(separator: "/")) "
        + "with the JSON \(body)"
    }
    return advice
  }
}
