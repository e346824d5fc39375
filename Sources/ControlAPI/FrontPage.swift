import AuthorizationServer
import HTTPMessages
import JSON
import ProviderModel

/// `GET /`: who plays here, with links to try.
struct FrontPage {
  let sandbox: Sandbox
  /// The address of the sandbox, without a slash at its end.
  let base: String
  let showsPasswords: Bool
  static let nonce = "understudy-front"

  var html: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><title>Understudy</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style nonce="\(Self.nonce)">
    \(Self.style)
    </style></head><body><main>
    <h1>Understudy</h1>
    <p>A mock authorization server, version \(Markup.escape(sandbox.site.options.version)). Nobody real signs in here.</p>
    <h2 id="people">People</h2>
    <p>They can sign in everywhere.</p>
    <table><thead><tr><th scope="col">Name</th><th scope="col">Username</th><th scope="col">Password</th><th scope="col">Sign-in</th></tr></thead>
    <tbody>\(sandbox.cast.people.map(person).joined(separator: "\n"))</tbody></table>
    \(sandbox.site.providers.all.map(section).joined(separator: "\n"))
    </main></body></html>
    """
  }

  /// Colours keep a contrast of 4.5 to 1 and more, on light and on dark.
  private static let style = """
    :root { color-scheme: light dark; --text: #1d1f23; --quiet: #5b616b; --page: #f1f3f6; --card: #fff; --main: #1a5fb4; --on-main: #fff }
    @media (prefers-color-scheme: dark) { :root { --text: #e8eaed; --quiet: #a9b0ba; --page: #14161a; --card: #1f2329; --main: #8ab8f5; --on-main: #0c1b2e } }
    * { box-sizing: border-box }
    body { margin: 0; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page) }
    main { max-width: 54rem; margin: 0 auto }
    h1 { margin: .5rem 0 0 }
    h2 { margin: 2rem 0 .5rem }
    table { border-spacing: 0 }
    th, td { padding: .2rem 1.25rem .2rem 0; text-align: left }
    th, dt, small { color: var(--quiet); font-weight: normal; font-size: .9rem }
    ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: .75rem; padding: 0; list-style: none }
    li { padding: .9rem 1rem; background: var(--card); border-radius: .6rem }
    h3 { margin: 0; font-size: 1rem }
    dl { margin: .25rem 0 .75rem }
    dd { margin: 0 }
    code { overflow-wrap: anywhere }
    li a { display: inline-block; padding: .35rem .9rem; margin: .2rem 0 .2rem .4rem; color: var(--on-main); background: var(--main); border-radius: .4rem; text-decoration: none }
    a:hover { filter: brightness(.94) }
    :focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
    """

  private func person(_ person: Person) -> String {
    let name = person.displayName
    let password = showsPasswords ? Markup.escape(person.password) : "(hidden)"
    return
      "<tr><td>\(Markup.escape(name))</td><td><code>\(Markup.escape(person.username))</code></td>"
      + "<td><code>\(password)</code></td><td>\(Self.outcome(of: person))</td></tr>"
  }

  /// What always becomes of this person's sign-in, for people who are there for that.
  private static func outcome(of person: Person) -> String {
    switch person.fate {
    case .denies: "refuses every consent"
    case .locked: "is locked out"
    case .expired: "gets tokens that have expired already"
    case .slow: "has a slow provider: three seconds for everything"
    case nil: ""
    }
  }

  private func section(_ provider: Provider) -> String {
    let clients = sandbox.cast.clients.filter { $0.provider == provider.id }
    let list =
      clients.isEmpty
      ? "<p>No client is registered here: add one to a cast.</p>"
      : "<ul>\(clients.map { client($0, at: provider) }.joined(separator: "\n"))</ul>"
    return """
      <h2 id="\(Markup.escape(provider.id))">\(Markup.escape(provider.title)) \
      <small><code>/\(Markup.escape(provider.id))</code></small></h2>
      \(list)
      """
  }

  private func client(_ client: Client, at provider: Provider) -> String {
    var facts = [("client_id", client.id)]
    if let secret = client.secret {
      facts.append(("client_secret", showsPasswords ? secret : "(hidden)"))
    }
    let rows =
      facts.map { "<dt>\($0.0)</dt><dd><code>\(Markup.escape($0.1))</code></dd>" }
      + ["<dt>redirect_uri</dt>"]
      + client.redirectURIs.map { "<dd><code>\(Markup.escape($0))</code></dd>" }
    let name = Markup.escape(client.name)
    let links = TryLink.all(sandbox.cast, provider, client, base: base).map {
      "<a href=\"\(Markup.escape($0.url))\" aria-label=\"Sign in to \(name), response type \(Markup.escape($0.type))\">"
        + "\(Markup.escape($0.type))</a>"
    }
    return "<li><h3>\(name)</h3><dl>\(rows.joined())</dl><small>Try</small> \(links.joined())</li>"
  }
}
