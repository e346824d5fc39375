import Basics
import Engine
import ProviderModel

/// `GET /`: a card for each provider, with what a client is configured with and a sign-in to try, and the people.
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

  /// The largest number of providers that need no search field.
  private static let mostWithoutSearch = 8

  var html: String {
    let providers = sandbox.site.providers.all
    let cards = providers.enumerated().map { card($1, isOpen: $0 == 0) }
    let search =
      providers.count > Self.mostWithoutSearch
      ? "<input id=\"search\" type=\"search\" hidden placeholder=\"Search \(providers.count) providers\" aria-label=\"Search providers\">"
      : ""
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Understudy</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style nonce="\(Self.nonce)">
      \(Self.style)
      </style></head><body><main>
      <header><h1>Understudy</h1>
      <nav aria-label="Understudy"><a href="\(Markup.escape("\(Control.prefix)#/\(id)"))">Console</a> \
      <a href="#people">People</a> <a href="\(Control.prefix)openapi.json">OpenAPI</a></nav></header>
      <p>A mock authorization server, version \(Markup.escape(sandbox.site.options.version)). No real accounts are involved.</p>
      \(search)
      <div id="providers">
      \(cards.joined(separator: "\n"))
      </div>
      <p id="none" hidden>No provider has this name.</p>
      <section aria-labelledby="people"><h2 id="people">People</h2>
      <p>They can sign in at every provider.</p>
      <table class="people" aria-labelledby="people"><thead><tr><th scope="col">Name</th><th scope="col">Username</th><th scope="col">Password</th><th scope="col">Sign-in</th></tr></thead>
      <tbody>\(sandbox.cast.people.map(person).joined(separator: "\n"))</tbody></table></section>
      </main><p id="status" role="status"></p>
      <script>\(Self.script)</script></body></html>
      """
  }

  private func person(_ person: Person) -> String {
    let name = person.displayName
    let password = showsPasswords ? Markup.escape(person.password) : Self.hidden
    return
      "<tr><th scope=\"row\">\(Markup.escape(name))</th>"
      + "<td data-label=\"Username\"><code>\(Markup.escape(person.username))</code></td>"
      + "<td data-label=\"Password\"><code class=\"whole\">\(password)</code></td>"
      + "<td data-label=\"Sign-in\">\(person.fate?.summary ?? "")</td></tr>"
  }

  private static let hidden = "(hidden)"

  // MARK: Providers

  private func card(_ provider: Provider, isOpen: Bool) -> String {
    let id = Markup.escape(provider.id)
    let clients = sandbox.cast.clients.filter { $0.provider == provider.id }
    let directory = Directory(of: provider, at: base, sandbox.cast.firstVariables(of: provider))
    let app = AppSettings(
      directory,
      Directory(of: provider, at: programBase, sandbox.cast.firstVariables(of: provider)),
      clients.first { $0.secret != nil } ?? clients.first)
    return """
      <section aria-labelledby="\(id)"><details class="card"\(isOpen ? " open" : "")>\
      <summary><h2 id="\(id)">\(Markup.escape(provider.title))</h2> <small><code>/\(id)</code></small></summary>
      \(facts(app))
      \(tries(provider))
      \(blocks(app))\(documents(directory, of: provider.id))\(devices(directory))\(servers(provider))
      \(list(clients, at: provider))
      \(endpoints(directory, of: provider))
      </details></section>
      """
  }

  /// The settings of an app.
  private func facts(_ app: AppSettings) -> String {
    let rows = app.facts.map { name, value in
      "<dt>\(name)</dt><dd><code>\(Markup.escape(shown(name, value)))</code></dd>"
    }
    return rows.isEmpty ? "" : "<dl class=\"facts\">\(rows.joined(separator: "\n"))</dl>"
  }

  private func shown(_ name: String, _ value: String) -> String {
    name == AppSettings.secretName && !showsPasswords ? Self.hidden : value
  }

  /// A try that needs no app: it ends on a page of ours.
  private func tries(_ provider: Provider) -> String {
    guard sandbox.site.options.landing != nil, TryLink.start(sandbox.cast, provider) != nil else {
      return ""
    }
    let types = provider.answers.keys.sorted()
    func link(_ type: String, _ words: String, _ style: String = "") -> String {
      let url = Markup.escape(LandingPage.start(provider.id, type, base: base))
      let label = Markup.escape("Try \(provider.title), response type \(type)")
      return "<a\(style) href=\"\(url)\" aria-label=\"\(label)\">\(Markup.escape(words))</a>"
    }
    guard let usual = types.contains("code") ? "code" : types.first else { return "" }
    let others = types.filter { $0 != usual }
    let menu =
      others.isEmpty
      ? ""
      : "<details class=\"menu\"><summary>Other response types</summary><div>"
        + others.map { link($0, $0) }.joined(separator: " ") + "</div></details>"
    return "<div class=\"tries\">\(link(usual, "Sign in", " class=\"main\""))\(menu)</div>"
  }

  private func blocks(_ app: AppSettings) -> String {
    let blocks = app.blocks(secret: { showsPasswords ? $0 : Self.hidden }).map { title, text in
      "<h3>\(title)</h3><pre><code>\(Markup.escape(text))</code></pre>"
    }
    guard !blocks.isEmpty else { return "" }
    return
      "<details class=\"settings\"><summary>Settings for your app</summary>\(blocks.joined(separator: "\n"))</details>"
  }

  private func documents(_ directory: Directory, of id: String) -> String {
    let urls = directory.documents.compactMap(\.url)
    func isFirst(_ url: String) -> Bool { url.contains("/.well-known/openid-configuration") }
    let documents = (urls.filter(isFirst) + urls.filter { !isFirst($0) }).map { url in
      // The path says more than the endpoint's name.
      let path = url.dropFirst(base.count)
      let own = "/\(id)/"
      let text = String(path.hasPrefix(own) ? path.dropFirst(own.count) : path)
      return "<a href=\"\(Markup.escape(url))\">\(Markup.escape(text))</a>"
    }
    return documents.isEmpty
      ? "" : "\n<p class=\"documents\">Documents: \(documents.joined(separator: ", "))</p>"
  }

  private func devices(_ directory: Directory) -> String {
    directory.entries.first { $0.endpoint.kind == .device }?.url.map {
      "\n<p class=\"devices\">Devices: <a href=\"\(Markup.escape($0))\">enter a user code</a></p>"
    } ?? ""
  }

  private func endpoints(_ directory: Directory, of provider: Provider) -> String {
    let rows = directory.entries.map { entry in
      let name = Markup.escape(entry.endpoint.name)
      let what = ([entry.endpoint.kind.rawValue] + entry.endpoint.methods).joined(separator: " ")
      let addresses = entry.url.map { [$0] } ?? entry.addresses.map { $0.host + $0.path }
      return "<dt>\(name) <small>\(what)</small></dt>"
        + addresses.map { "<dd><code>\(Markup.escape($0))</code></dd>" }.joined()
    }
    return """
      <details><summary>Endpoints of \(Markup.escape(provider.title))</summary>
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

  // MARK: Clients

  private func list(_ clients: [Client], at provider: Provider) -> String {
    guard !clients.isEmpty else { return "<p>The cast has no client of this provider.</p>" }
    return """
      <details class="clients"><summary>Clients of the cast (\(clients.count))</summary>
      <p>A sign-in as one of them ends at its own redirect URI, where your app has to listen.</p>
      <ul>\(clients.map { client($0, at: provider) }.joined(separator: "\n"))</ul></details>
      """
  }

  private func client(_ client: Client, at provider: Provider) -> String {
    var facts = [("client_id", client.id)]
    if let secret = client.secret {
      facts.append(("client_secret", shown(AppSettings.secretName, secret)))
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
