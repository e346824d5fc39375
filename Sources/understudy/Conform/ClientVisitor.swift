import Encodings
import Examiner
import HTTPMessages
import HTTPTypes
import UserAgent

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The user at the browser: opens what the client wants opened, signs in, and brings the callback back as the check says.
struct ClientVisitor {
  let stage: ExamStage
  let person: String
  /// `xcrun simctl openurl booted {url}`: takes callbacks that are no web addresses.
  let openCommand: String?
  /// Hands a callback to the program's standard input.
  let tell: (String) -> Void
  let closeInput: () -> Void
  /// Seconds to wait for each answer.
  let timeout: Int

  /// Cookies of the browser that signs in.
  var jar = CookieJar()
  /// Cookies of another one, which signed in nowhere.
  var otherJar = CookieJar()
  private(set) var deliveries: [AgentCall] = []
  private(set) var notes: [String: String] = [:]
  /// What the client had the browser open, in order.
  private(set) var openedURLs: [String] = []
  /// The last callback, to be replayed.
  private var last: (url: String, form: [(name: String, value: String)]?)?
  private var lastPlace: String?
  /// The cookies of the browser without a session that replayed the callback.
  private(set) var replayJar: CookieJar?
  /// Whether the agent of the check is followed; no more once the proper answer is tried.
  var isProper = false

  init(
    _ stage: ExamStage, person: String, openCommand: String?, timeout: Int,
    tell: @escaping (String) -> Void, closeInput: @escaping () -> Void
  ) {
    self.stage = stage
    self.person = person
    self.openCommand = openCommand
    self.timeout = timeout
    self.tell = tell
    self.closeInput = closeInput
  }

  private var agent: Agent { isProper ? Agent() : stage.check.agent }
  private var now: Int { stage.server.recorder.now }

  var http: HTTPClient {
    var http = HTTPClient()
    http.timeout = timeout
    http.name = Recorder.agentName
    if let file = stage.server.running.authorityFile { http.trusted = file }
    return http
  }

  /// The first address that the client wanted to be opened.
  private(set) var firstURL: String?

  mutating func append(_ delivery: AgentCall) { deliveries.append(delivery) }
  mutating func note(_ name: String, _ text: String) { notes[name] = text }

  /// Whether the callback has been brought, or never will be.
  var isDone: Bool {
    agent.delivery == .never && !openedURLs.isEmpty || notes["browser"] != nil
      || deliveries.contains { $0.what == "callback" }
  }

  /// What the client wants a browser to open.
  mutating func open(_ url: String) {
    firstURL = firstURL ?? url
    openedURLs.append(url)
    // A client that opens page after page is stuck, and so would we be.
    guard openedURLs.count <= agent.logins + agent.runs * agent.together + 4 else { return }
    guard let address = WebAddress(url), address.isWeb else {
      notes["browser"] = "expected a web address to open, found \"\(url.prefix(100))\""
      notes["opened"] = url
      return
    }
    let query = Parameters(formEncoded: address.query)
    stage.meet(
      clientID: query.first("client_id"), redirectURI: query.first("redirect_uri"),
      scopes: query.list.filter { $0.name == "scope" }.flatMap {
        $0.value.split(separator: " ").map(String.init)
      })
    if let redirect = query.first("redirect_uri").flatMap({ WebAddress($0) }), redirect.isWeb,
      let found = Listeners.addresses(at: redirect.port), !found.isEmpty
    {
      notes["loopback"] = found.joined(separator: " ")
      notes["loopback.url"] = redirect.description
    }
    if agent.delivery == .unsolicited, openedURLs.count == 1,
      let redirect = query.first("redirect_uri")
    {
      deliver(redirect, posting: nil, as: "callback", changing: true)
    }
    var wish = Browser.Wish()
    wish.person = person
    wish.denies = agent.decision == .deny
    var browser = Browser(wish, jar: jar) { [http] in try http.send($0, to: $1) }
    let origin = stage.server.origin
    browser.isHome = { $0.origin == origin }
    let end = browser.visit(url)
    jar = browser.jar
    switch end {
    case .stuck(let why):
      notes["browser"] = "the browser got stuck at \(why)"
      // The user gives up, and closes the window.
      closeInput()
    case .left(let places, let body): arrive(places, body)
    }
  }

  mutating func arrive(_ places: [String], _ body: String?) {
    guard agent.delivery != .never else {
      notes["browser"] = "the window was closed before the callback"
      closeInput()
      return
    }
    let form = body.map { text in
      Parameters(formEncoded: text[...]).list.map { (name: $0.name, value: $0.value) }
    }
    for place in places {
      for noise in agent.before { send(noise, to: place, as: "before") }
      let isAltered = agent.delivery != .unsolicited
      deliver(place, posting: form, as: "callback", changing: isAltered)
      if agent.delivery == .twice {
        deliver(place, posting: form, as: "callback", changing: isAltered)
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

  // MARK: The callback

  private mutating func deliver(
    _ place: String, posting form: [(name: String, value: String)]?, as what: String,
    changing isChanged: Bool
  ) {
    var url = place
    var form = form
    if isChanged {
      let altered = CallbackChange(agent, stage.placeholders).applied(to: place, form: form)
      (url, form) = (altered.url, altered.form)
    }
    if what == "callback" { last = (url, form) }
    guard let address = WebAddress(url), address.isWeb else {
      handOver(url, as: what)
      return
    }
    let usesOther = agent.delivery == .otherJar
    var delivery = AgentCall(what, at: now, method: form == nil ? agent.method : "POST", url: url)
    delivery.body = form.map { QueryStyle().encode($0) }
    var current = usesOther ? otherJar : jar
    notes["cookies.before"] = notes["cookies.before"] ?? current.line(for: address) ?? ""
    var next: WebAddress?
    do {
      let answer = try send(
        HTTPRequest.Method(rawValue: delivery.method) ?? .get, address,
        body: delivery.body, jar: &current)
      delivery.answer = answer
      if (301...308).contains(answer.status.code), let location = answer.headers.first(.location) {
        next = address.resolving(location)
      }
    } catch {
      delivery.note = "\(error)"
    }
    deliveries.append(delivery)
    follow(next, from: address, jar: &current)
    if usesOther { otherJar = current } else { jar = current }
    notes["cookies.after"] = current.line(for: address) ?? ""
  }

  /// To the page at the end, as long as it stays with the client.
  private mutating func follow(_ next: WebAddress?, from: WebAddress, jar: inout CookieJar) {
    var next = next
    var steps = 0
    while let address = next, address.isWeb, steps < 10 {
      steps += 1
      var delivery = AgentCall("landing", at: now, url: address.description)
      guard address.origin == from.origin else {
        delivery.note = "it leads to another origin, which is not followed"
        deliveries.append(delivery)
        return
      }
      next = nil
      do {
        let answer = try send(.get, address, body: nil, jar: &jar)
        delivery.answer = answer
        if (301...308).contains(answer.status.code), let to = answer.headers.first(.location) {
          next = address.resolving(to)
        }
      } catch {
        delivery.note = "\(error)"
      }
      deliveries.append(delivery)
    }
  }

  private func send(
    _ method: HTTPRequest.Method, _ address: WebAddress, body: String?, jar: inout CookieJar
  ) throws -> Answer {
    var request = Request(
      method: method, scheme: address.scheme, authority: address.authority ?? "",
      target: address.target)
    request.headers[.accept] = "text/html,application/xhtml+xml,*/*;q=0.8"
    if let line = jar.line(for: address) { request.headers[.cookie] = line }
    if let body {
      request.headers[.contentType] = "application/x-www-form-urlencoded"
      request.body = Array(body.utf8)
    }
    let answer = try http.send(request, to: address)
    for line in answer.headers[values: .setCookie] { jar.take(line, from: address) }
    return answer
  }

  /// To a program, or to the client's standard input: neither answers.
  private mutating func handOver(_ url: String, as what: String) {
    var delivery = AgentCall(what, at: now, method: "OPEN", url: url)
    if let openCommand {
      let command = openCommand.split(separator: "{url}", omittingEmptySubsequences: false)
        .joined(separator: ShellWord.quoted(url))
      let code = system(command)
      delivery.note = "handed to: \(openCommand)"
      if code != 0 {
        delivery.method = "FAILED"
        delivery.note = "--open-cmd failed: \(command)"
      }
    } else {
      delivery.note = "written to the program's standard input"
      tell(url)
    }
    deliveries.append(delivery)
  }

  /// A request that no client asked for; a page of the client's is followed as a browser follows it, to the provider and
  /// back.
  private mutating func send(_ noise: Agent.Sent, to place: String, as what: String) {
    guard let callback = WebAddress(place), callback.isWeb else { return }
    let path = stage.placeholders.expanded(noise.path ?? "/")
    guard let address = callback.resolving(path) else { return }
    var call = AgentCall(what, at: now, method: noise.method, url: address.description)
    if let cut = noise.cut {
      let head =
        "\(noise.method) \(address.target) HTTP/1.1\r\nHost: \(address.authority ?? "")\r\n"
      call.note = "only \(cut) bytes of it, then the connection was closed"
      try? http.send(only: Array(head.utf8.prefix(cut)), to: address)
      deliveries.append(call)
      return
    }
    var current = jar
    call.answer = try? send(
      HTTPRequest.Method(rawValue: noise.method) ?? .get, address,
      body: noise.body.isEmpty ? nil : noise.body, jar: &current)
    deliveries.append(call)
    let answer = call.answer
    guard what == "after", let answer, (301...308).contains(answer.status.code),
      let next = answer.headers.first(.location).flatMap({ address.resolving($0) })
    else {
      jar = current
      return
    }
    openedURLs.append(next.description)
    var wish = Browser.Wish()
    wish.person = person
    var browser = Browser(wish, jar: current) { [http] in try http.send($0, to: $1) }
    let home = [stage.server.origin, address.origin]
    browser.isHome = { home.contains($0.origin) }
    _ = browser.visit(next.description)
    jar = browser.jar
  }
}

extension WebAddress {
  var query: Substring { target.firstIndex(of: "?").map { target[$0...].dropFirst() } ?? "" }
}
