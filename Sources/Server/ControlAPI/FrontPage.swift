import Basics
import Engine
import ProviderModel

/// `GET /`: who plays here, with links to try.
struct FrontPage {
  let sandbox: ServerState
  /// The address of the sandbox, without a slash at its end.
  let base: String
  /// The same for programs.
  let programBase: String
  /// The sandbox's id.
  let id: String
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
    <nav aria-label="Understudy"><a href="\(Markup.escape("\(Control.prefix)#/\(id)"))">Console</a> \
    <a href="\(Control.prefix)openapi.json">Control API (OpenAPI)</a></nav>
    <p>A mock authorization server, version \(Markup.escape(sandbox.site.options.version)). Nobody real signs in here.</p>
    <h2 id="people">People</h2>
    <p>They can sign in everywhere.</p>
    <table aria-labelledby="people"><thead><tr><th scope="col">Name</th><th scope="col">Username</th><th scope="col">Password</th><th scope="col">Sign-in</th></tr></thead>
    <tbody>\(sandbox.cast.people.map(person).joined(separator: "\n"))</tbody></table>
    \(sandbox.site.providers.all.map(section).joined(separator: "\n"))
    </main></body></html>
    """
  }

  /// Colours keep a contrast of 4.5 to 1 and more, on light and on dark.
  private static let style = """
    :root { color-scheme: light dark; --text: #1d1f23; --quiet: #5b616b; --page: #f1f3f6; --card: #fff; --main: #1a5fb4; --on-main: #fff; --plain: #e3e7ec }
    @media (prefers-color-scheme: dark) { :root { --text: #e8eaed; --quiet: #a9b0ba; --page: #14161a; --card: #1f2329; --main: #8ab8f5; --on-main: #0c1b2e; --plain: #343a43 } }
    * { box-sizing: border-box }
    body { margin: 0; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page) }
    main { max-width: 54rem; margin: 0 auto }
    h1 { margin: .5rem 0 0 }
    h2 { margin: 2rem 0 .5rem }
    table { border-spacing: 0 }
    th, td { padding: .2rem 1.25rem .2rem 0; text-align: left }
    tbody th { color: inherit; font-size: inherit }
    td:last-child, th:last-child { padding-right: 0 }
    @media (max-width: 30rem) { th, td { padding-right: .6rem } }
    th, dt, small { color: var(--quiet); font-weight: normal; font-size: .9rem }
    ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: .75rem; padding: 0; list-style: none }
    li { padding: .9rem 1rem; background: var(--card); border-radius: .6rem }
    h3 { margin: 0; font-size: 1rem }
    dl { margin: .25rem 0 .75rem }
    dd { margin: 0 }
    code { overflow-wrap: anywhere }
    code.whole { white-space: nowrap }
    a { color: var(--main) }
    nav a { display: inline-block; padding: .65rem 1rem .65rem 0 }
    li a, .tries a { display: inline-block; min-width: 2.75rem; padding: .65rem .9rem; margin: .2rem 0; color: var(--on-main); background: var(--main); border-radius: .4rem; text-align: center; text-decoration: none }
    li a { color: inherit; background: var(--plain) }
    details { margin: 0 0 1rem }
    summary { padding: .6rem 0; cursor: pointer }
    a:hover { filter: brightness(.94) }
    :focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
    """

  private func person(_ person: Person) -> String {
    let name = person.displayName
    let password = showsPasswords ? Markup.escape(person.password) : "(hidden)"
    return
      "<tr><th scope=\"row\">\(Markup.escape(name))</th><td><code>\(Markup.escape(person.username))</code></td>"
      + "<td><code class=\"whole\">\(password)</code></td><td>\(person.fate?.summary ?? "")</td></tr>"
  }

  private func section(_ provider: Provider) -> String {
    let id = Markup.escape(provider.id)
    let title = Markup.escape(provider.title)
    let clients = sandbox.cast.clients.filter { $0.provider == provider.id }
    let list =
      clients.isEmpty
      ? "<p>The cast has no client here.</p>"
      : """
      <p>Clients of the cast. A try as one of them ends at its own redirect URI, where your app has to listen.</p>
      <ul>\(clients.map { client($0, at: provider) }.joined(separator: "\n"))</ul>
      """
    return """
      <section aria-labelledby="\(id)"><h2 id="\(id)">\(title) <small><code>/\(id)</code></small></h2>
      \(tries(provider))
      \(directory(provider))\(servers(provider))
      \(list)
      </section>
      """
  }

  /// A try that needs no app: it ends on a page of ours.
  private func tries(_ provider: Provider) -> String {
    guard sandbox.site.options.landing != nil, TryLink.start(sandbox.cast, provider) != nil else {
      return ""
    }
    let links = provider.answers.keys.sorted().map { type in
      let url = Markup.escape(LandingPage.start(provider.id, type, base: base))
      let label = Markup.escape("Try \(provider.title), response type \(type)")
      return "<a href=\"\(url)\" aria-label=\"\(label)\">\(Markup.escape(type))</a>"
    }
    return
      "<p class=\"tries\"><strong>Try it</strong> with Understudy's landing page: \(links.joined(separator: " "))</p>"
  }

  private func directory(_ provider: Provider) -> String {
    let directory = Directory(
      of: provider, at: base, sandbox.cast.firstVariables(of: provider))
    let documents = directory.documents.compactMap { entry in
      entry.url.map { "<a href=\"\(Markup.escape($0))\">\(Markup.escape(entry.endpoint.name))</a>" }
    }
    let rows = directory.entries.map { entry in
      let name = Markup.escape(entry.endpoint.name)
      let what = ([entry.endpoint.kind.rawValue] + entry.endpoint.methods).joined(separator: " ")
      let addresses = entry.url.map { [$0] } ?? entry.addresses.map { $0.host + $0.path }
      return "<dt>\(name) <small>\(what)</small></dt>"
        + addresses.map { "<dd><code>\(Markup.escape($0))</code></dd>" }.joined()
    }
    let links =
      documents.isEmpty
      ? "" : "<p class=\"documents\">Documents: \(documents.joined(separator: ", "))</p>"
    let devices = directory.entries.first { $0.endpoint.kind == .device }?.url.map {
      "<p class=\"devices\">Devices: <a href=\"\(Markup.escape($0))\">enter a user code</a></p>"
    }
    return """
      \(links)\(devices ?? "")<details><summary>Endpoints of \(Markup.escape(provider.title))</summary>
      <dl>\(rows.joined(separator: "\n"))</dl></details>
      """
  }

  /// The MCP servers that the provider plays: what an MCP client is given.
  private func servers(_ provider: Provider) -> String {
    guard let server = provider.mcpServer else { return "" }
    let own = sandbox.cast.resource("", at: provider.id)
    let resources =
      [own ?? ProtectedResource(provider: provider.id, path: "")]
      + sandbox.cast.resources.filter { $0.provider == provider.id && !$0.path.isEmpty }
    let rows = resources.compactMap { resource in
      provider.address(of: resource).map { path in
        "<dt>\(Markup.escape(ResourceFacts(server, resource).name))</dt>"
          + "<dd><code>\(Markup.escape(programBase + path))</code></dd>"
      }
    }
    return "\n<p>Protected MCP servers:</p><dl>\(rows.joined(separator: "\n"))</dl>"
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
    let links = TryLink.all(sandbox.cast, provider, client, base: base).map { link in
      // Before an app is opened, a page says so.
      let url = HandoverPage.url(client, link.type, base: base) ?? link.url
      return
        "<a href=\"\(Markup.escape(url))\" aria-label=\"Sign in to \(name), response type \(Markup.escape(link.type))\">"
        + "\(Markup.escape(link.type))</a>"
    }
    return
      "<li><h3>\(name)</h3><dl>\(rows.joined())</dl><small>Try</small> \(links.joined(separator: " "))</li>"
  }
}
