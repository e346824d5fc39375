import Basics
import HTTPTypes
import ProviderModel
import UserAgent

/// The user at the browser: opens what the client wants opened, signs in, and brings the callback back as the check says.
struct ClientVisitor {
  let sandbox: CheckSandbox
  let person: String
  /// `xcrun simctl openurl booted {url}`: takes callbacks that are no web addresses.
  let openCommand: String?
  /// Hands a callback to the program's standard input.
  let tell: (String) -> Void
  let closeInput: () -> Void
  /// Seconds to wait for each response.
  let timeout: Int
  /// A file with the only certificates that the browser trusts; `nil` for those of the examiner's server.
  var trusted: String?

  /// Cookies of the browser that signs in.
  var jar = CookieJar()
  /// Cookies of another one, which signed in nowhere.
  var otherJar = CookieJar()
  var deliveries: [BrowserAction] = []
  var observations = CheckRun.Observations()
  /// What the client had the browser open, in order.
  var openedURLs: [String] = []
  /// The last callback, to be replayed.
  var last: (url: String, form: [(name: String, value: String)]?)?
  private var lastPlace: String?
  /// The cookies of the browser without a session that replayed the callback.
  private(set) var replayJar: CookieJar?
  /// The cookies of before the first callback.
  var earlierJar: CookieJar?
  /// Whether the agent of the check is followed; no more once the proper answer is tried.
  var isProper = false

  init(
    _ sandbox: CheckSandbox, person: String, openCommand: String?, timeout: Int,
    tell: @escaping (String) -> Void, closeInput: @escaping () -> Void
  ) {
    self.sandbox = sandbox
    self.person = person
    self.openCommand = openCommand
    self.timeout = timeout
    self.tell = tell
    self.closeInput = closeInput
  }

  var agent: Agent { isProper ? Agent() : sandbox.check.agent }
  var moment: Double { sandbox.server.moment }

  var http: HTTPClient {
    var http = HTTPClient()
    http.timeout = timeout
    http.name = CheckSandbox.agentName
    if let trust = trusted ?? sandbox.server.host.trusted { http.trusted = trust }
    let server = sandbox.server
    http.proxy = { server.leads($0) ? server.host.proxyURL.flatMap { WebAddress($0) } : nil }
    // Whatever the client thinks of a certificate, the user's browser is not what is examined.
    if let port = sandbox.door?.port, let home = sandbox.server.host.httpsPort {
      http.resolve["127.0.0.1:\(port)"] = ("127.0.0.1", home)
    }
    return http
  }

  /// The first address that the client wanted to be opened.
  private(set) var firstURL: String?

  mutating func append(_ delivery: BrowserAction) { deliveries.append(delivery) }

  /// Whether the callback has been brought, or never will be.
  var isDone: Bool {
    agent.delivery == .never && !openedURLs.isEmpty || observations.browserFailure != nil
      || deliveries.contains { $0.what == "callback" }
  }

  /// What the client wants a browser to open.
  mutating func open(_ url: String) {
    firstURL = firstURL ?? url
    // A client that opens page after page is stuck, and so would we be.
    guard openedURLs.count < agent.logins + agent.runs * agent.together + 4 else { return }
    // The standing answer decides on a device. Nothing comes back to the client by this page.
    if !sandbox.check.flow.hasCallback {
      openedURLs.append(url)
      observations.openedPages.append(url)
      return
    }
    guard let address = atProvider(url) else {
      openedURLs.append(url)
      return
    }
    let url = address.description
    openedURLs.append(url)
    let query = Parameters(formEncoded: address.query)
    sandbox.meet(
      clientID: query.first("client_id"), redirectURI: query.first("redirect_uri"),
      scope: query.first("scope"))
    if let redirect = query.first("redirect_uri").flatMap({ WebAddress($0) }) { look(at: redirect) }
    if agent.delivery == .unsolicited, openedURLs.count == 1,
      let redirect = query.first("redirect_uri")
    {
      deliver(redirect, posting: nil, as: "callback", changing: true)
    }
    var wish = Browser.Wish()
    wish.person = person
    wish.denies = agent.decision == .deny
    var browser = Browser(wish, jar: jar) { [http] in try http.send($0, to: $1) }
    browser.isHome = { [sandbox] in sandbox.isHome($0) }
    let end = browser.visit(altered(url))
    jar = browser.jar
    switch end {
    case .stuck(let why):
      observations.browserFailure = "the browser got stuck at \(why)"
      // The user gives up, and closes the window.
      closeInput()
    case .left(let places, let body): arrive(places, body)
    }
  }

  /// An authorization request as the check wants it.
  private func altered(_ url: String) -> String {
    var change = Agent()
    change.alter = agent.alterRequest
    if openedURLs.count > 1, let first = openedURLs.first.flatMap({ WebAddress($0) }) {
      let query = Parameters(formEncoded: first.query)
      change.set = agent.earlier.compactMap { name in query.first(name).map { (name, $0) } }
    }
    return CallbackChange(change, sandbox.placeholders).applied(to: url, form: nil).url
  }

  /// Who listens at the redirect URI. The system's list of connections is long, so only those read it who ask for it.
  private mutating func look(at redirect: WebAddress) {
    guard redirect.isWeb, HostName.isLoopback(redirect.host) else { return }
    observations.loopbackURI = redirect.description
    if sandbox.check.asks("native-loopback-bind"),
      let found = Listeners.addresses(at: redirect.port), !found.isEmpty
    {
      observations.loopbackAddresses = found
    }
  }

  /// Looks whether somebody still listens at the redirect URI once the callback was answered.
  /// - Returns: whether there was a callback.
  mutating func lookAtPort() -> Bool {
    guard let redirect = observations.loopbackURI.flatMap({ WebAddress($0) }),
      deliveries.contains(where: { $0.what == "callback" && $0.answer != nil })
    else { return false }
    // The moment before the look: the client may close its port meanwhile.
    let at = moment
    let isOpen =
      Listeners.addresses(at: redirect.port).map { !$0.isEmpty }
      ?? Listeners.isOpen(redirect.description)
    observations.loopbackSamples.append((at, isOpen))
    return true
  }

  /// Where the provider is come to: some programs open a page of their own that leads there. Nobody else is gone to: the
  /// address may be that of a real provider.
  private mutating func atProvider(_ url: String) -> WebAddress? {
    var url = url
    for _ in 0..<5 {
      guard let address = WebAddress(url), address.isWeb else {
        observations.browserFailure = "expected a web address to open, found \"\(url.prefix(100))\""
        observations.unopenable = url
        return nil
      }
      if sandbox.isHome(address) { return address }
      guard HostName.isLoopback(address.host) else {
        observations.openedElsewhere = url
        observations.browserFailure =
          "it opened \(address.origin)\(address.path), expected a page of \(sandbox.server.origin): its endpoints are not those of the examiner. If they are built in, use --real-hosts, which leads a provider's own hosts to the examiner"
        return nil
      }
      guard let next = begin(url, changing: false, usesOther: false) else { return nil }
      url = next
    }
    observations.browserFailure =
      "its own pages redirect again and again, last to \(url.prefix(200))"
    return nil
  }

  mutating func arrive(_ places: [String], _ body: String?) {
    guard agent.delivery != .never else {
      observations.browserFailure = "the window was closed before the callback"
      closeInput()
      return
    }
    let form = body.map { text in
      Parameters(formEncoded: text[...]).list.map { (name: $0.name, value: $0.value) }
    }
    for place in places {
      for noise in agent.before { send(noise, to: place, as: "before") }
      let isAltered = ![.unsolicited, .followed].contains(agent.delivery)
      deliver(place, posting: form, as: "callback", changing: isAltered)
      if [.twice, .followed].contains(agent.delivery) {
        deliver(place, posting: form, as: "callback", changing: true)
      }
      for more in agent.after where more.path == nil { replay(more) }
    }
    lastPlace = places.last
  }

  /// What is sent once the client has answered to its callback.
  mutating func afterwards() {
    guard let lastPlace else { return }
    for more in agent.after where more.path != nil { send(more, to: lastPlace, as: "after") }
  }

  private mutating func replay(_ more: Agent.Sent) {
    guard let last else { return }
    deliver(last.url, posting: last.form, as: "replay", changing: false)
    // The same by a browser that has no session.
    let kept = jar
    jar = CookieJar()
    deliver(last.url, posting: last.form, as: "replay", changing: false)
    replayJar = jar
    jar = kept
  }
}

extension WebAddress {
  var query: Substring { target.firstIndex(of: "?").map { target[$0...].dropFirst() } ?? "" }
}
