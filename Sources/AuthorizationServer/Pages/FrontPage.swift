import HTTPMessages
import JSON
import ProviderModel

/// `GET /`: who plays here, with links to try.
struct FrontPage {
  let sandbox: Sandbox
  let authority: String
  let scheme: String
  static let nonce = "understudy-front"

  var html: String {
    """
    <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Understudy</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style nonce="\(Self.nonce)">body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
    code{overflow-wrap:anywhere}td{padding:.2rem 1rem .2rem 0;vertical-align:top}</style></head><body>
    <h1>Understudy</h1><p>A mock authorization server. Nobody real signs in here.</p>
    <h2>People</h2><table>\(people)</table>
    \(sandbox.providers.map(section).joined(separator: "\n"))
    </body></html>
    """
  }

  private var people: String {
    sandbox.cast.people.map { person in
      let name = person.claims["name"]?.stringValue ?? person.username
      let password = sandbox.options.showsPasswords ? Markup.escape(person.password) : "(hidden)"
      return
        "<tr><td>\(Markup.escape(name))</td><td><code>\(Markup.escape(person.username))</code></td>"
        + "<td><code>\(password)</code></td></tr>"
    }.joined()
  }

  private func section(_ provider: Provider) -> String {
    let rows = sandbox.cast.clients.filter { $0.provider == provider.id }.map { client in
      let links = Try.links(sandbox, provider, client, base: "\(scheme)://\(authority)").map {
        "<a href=\"\(Markup.escape($0.url))\">\($0.type)</a>"
      }
      return
        "<tr><td>\(Markup.escape(client.name))<br><code>\(Markup.escape(client.id))</code></td>"
        + "<td>\(links.joined(separator: " · "))</td></tr>"
    }
    return "<h2>\(Markup.escape(provider.title))</h2><table>\(rows.joined())</table>"
  }
}

/// Ready-made authorization links.
public enum Try {
  public static func links(
    _ sandbox: Sandbox, _ provider: Provider, _ client: Cast.Client, base: String
  ) -> [(type: String, url: String)] {
    guard let endpoint = provider.endpoints.first(where: { $0.kind == .authorize }) else {
      return []
    }
    var variables: [String: String] = [:]
    var context = Context(roots: ["found": [:]])
    for (name, rule) in provider.variables {
      variables[name] = rule.fallback
      if let table = rule.table, let shape = provider.tables[table] {
        let record = sandbox.cast.tables[provider.id]?[table]?.first
        variables[name] = record?[shape.key]?.stringValue
        var found = context.roots["found"]?.objectValue ?? JSONObject()
        found[name] = record
        context.roots["found"] = JSONValue(.object(found))
      } else if let among = rule.among {
        variables[name] = context.value(.text(among))?.arrayValue?.first?.stringValue
      }
    }
    guard
      let route = endpoint.routes.first(where: { $0.variables.allSatisfy { variables[$0] != nil } })
    else { return [] }
    func fill(_ segment: Route.Segment) -> String {
      switch segment {
      case .literal(let text): text
      case .variable(let name): variables[name] ?? ""
      }
    }
    let own = Base(scheme: "http", authority: "", prefix: "/\(provider.id)")
    let path =
      own.path(provider, host: route.host, variables) + "/"
      + route.path.map(fill).joined(separator: "/")
    let types = provider.answers.keys.sorted().filter { client.responseTypes?.contains($0) ?? true }
    return types.map { type in
      var scope = client.scopes ?? provider.scope.fallback
      if scope.isEmpty, provider.scope.required {
        scope = provider.scope.known.first.map { [$0.name] } ?? []
      }
      let parameters: [(String, String?)] = [
        ("client_id", client.id), ("redirect_uri", client.redirectURIs.first),
        ("response_type", type), ("scope", scope.isEmpty ? nil : scope.joined(separator: " ")),
        ("state", "try"),
      ]
      var query = route.query.map { (name: $0.name, value: fill($0.value)) }
      // A choice that would stand before the login is made already: the link leads to the login.
      for choice in provider.endpoints where choice.kind == .choose {
        let record = sandbox.cast.tables[provider.id]?[choice.table ?? ""]?.first
        for (parameter, field) in choice.sets {
          if let value = record?[field]?.stringValue {
            query.append((name: parameter, value: value))
          }
        }
      }
      for (name, value) in parameters {
        guard let value, let rule = provider.parameters.first(where: { $0.name == name })?.rule
        else {
          continue
        }
        query.append((name: rule.wire, value: value))
      }
      return (type, base + path + "?" + QueryStyle.rfc3986.encode(query))
    }
  }
}
