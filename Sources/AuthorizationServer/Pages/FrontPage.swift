import HTTPMessages
import JSON
import ProviderModel

/// `GET /`: who plays here, with links to try.
struct FrontPage {
  let sandbox: Sandbox
  /// The address of the sandbox, without a slash at its end.
  let base: String
  static let nonce = "understudy-front"

  var html: String {
    """
    <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Understudy</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style nonce="\(Self.nonce)">:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
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
        + "<td><code>\(password)</code></td><td>\(Self.outcome(of: person))</td></tr>"
    }.joined()
  }

  /// What always becomes of this person's sign-in, for people who are there for that.
  private static func outcome(of person: Cast.Person) -> String {
    switch person.outcome {
    case .denies: "refuses every consent"
    case .locked: "is locked out"
    case .expired: "gets tokens that have expired already"
    case .slow: "has a slow provider: three seconds for everything"
    case nil: ""
    }
  }

  private func section(_ provider: Provider) -> String {
    let rows = sandbox.cast.clients.filter { $0.provider == provider.id }.map { client in
      let links = Try.links(sandbox, provider, client, base: base).map {
        "<a href=\"\(Markup.escape($0.url))\">\($0.type)</a>"
      }
      return
        "<tr><td>\(Markup.escape(client.name))<br><code>\(Markup.escape(client.id))</code></td>"
        + "<td>\(links.joined(separator: " · "))</td></tr>"
    }
    return "<h2>\(Markup.escape(provider.title))</h2><table>\(rows.joined())</table>"
  }
}
