import Basics
import Engine
import ProviderModel

/// What stands before a try whose end no browser can show: an app's own scheme is opened by the app, if there is one.
struct HandoverPage {
  private let provider: Provider
  private let client: Client
  private let link: TryLink
  private let redirectURI: String
  private let base: String
  /// Who could sign in, for an example.
  private let person: String

  /// Nil where there is no such client, or where a browser opens its redirect URI by itself.
  init?(
    _ sandbox: ServerState, _ provider: Provider, _ client: String, _ type: String?, base: String
  ) {
    guard let client = sandbox.client(client, at: provider.id),
      let uri = client.redirectURIs.first, !RedirectURI.isWeb(uri)
    else { return nil }
    let links = TryLink.all(sandbox.cast, provider, client, base: base)
    guard let link = links.first(where: { $0.type == type }) ?? links.first else { return nil }
    (self.provider, self.client, self.link, redirectURI) = (provider, client, link, uri)
    self.base = base
    person = sandbox.cast.people.first?.username ?? "USERNAME"
  }

  /// The address of this page, for a link of a client; nil where the link needs none.
  static func url(_ client: Client, _ type: String, base: String) -> String? {
    guard let uri = client.redirectURIs.first, !RedirectURI.isWeb(uri) else { return nil }
    return base + LandingPage.path + "?"
      + QueryStyle.rfc3986.encode([
        (name: "try", value: client.provider), (name: "client", value: client.id),
        (name: "type", value: type),
      ])
  }

  var html: String {
    let scheme = Markup.escape(String(URIReference(redirectURI).scheme))
    let name = Markup.escape(client.name)
    let title = Markup.escape(provider.title)
    let landing = Markup.escape(
      LandingPage.start(provider.id, link.type, base: base))
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Opens \(scheme): - Understudy</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="/_understudy/assets/icon.svg" type="image/svg+xml">
      <link rel="stylesheet" href="/_understudy/assets/own.css">
      <link rel="stylesheet" href="/_understudy/assets/landing/landing.css">
      </head><body><main>
      <p><small>Understudy, \(title)</small></p>
      <h1>This sign-in ends at <code>\(scheme):</code></h1>
      <p>\(name) is registered for <code>\(Markup.escape(redirectURI))</code>. Once you have signed in, \(title) sends the \
      browser there, and the app on this device that has registered the scheme <code>\(scheme)</code> is opened.</p>
      <p>Without such an app, as in most desktop browsers, the browser reports that it can't open the address, or does \
      nothing. The journal shows the response of \(title) in both cases.</p>
      <p class="actions"><a class="button main" href="\(Markup.escape(link.url))">Continue as \(name)</a>
      <a class="button" href="\(landing)">Try the same with Understudy's landing page</a></p>
      <p>In a shell, this command signs in and prints the address that the app would get:</p>
      <pre>\(Markup.escape("understudy visit '\(link.url)' --as \(person)"))</pre>
      <p><a href="\(Markup.escape(base))/">All providers</a></p>
      </main></body></html>
      """
  }
}
