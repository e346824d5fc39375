import Basics
import HTTPTypes
import UserAgent

/// A web application: signed in to by a browser, and asked by its probe URL whether somebody is signed in.
extension CheckRunDriver {
  func web(_ folder: CheckRunFolder, _ start: CheckRun) throws -> CheckRun {
    var run = start
    let mailbox = try Mailbox(folder.mailbox)
    let deadline = server.now + plan.timeout * 1000 + sandbox.check.delay
    let process = plan.command.isEmpty ? nil : try self.start(folder, mailbox)
    defer { process?.end() }
    guard let startURL = plan.startURL.map(sandbox.placeholders.expanded),
      let address = WebAddress(startURL), address.isWeb
    else {
      throw Failure(text: "--start-url: expected a web address, found \(plan.startURL ?? "")")
    }
    guard try awaitListener("the start URL", address, process, mailbox, until: deadline) else {
      return ended(early: run, process, folder)
    }
    let probeURL = Self.probe(plan.probeURL.map(sandbox.placeholders.expanded), at: address)
    guard try awaitProbe(probeURL, address, process, mailbox, until: deadline) else {
      return ended(early: run, process, folder)
    }
    var visitor = visitor()
    if sandbox.check.agent.delivery == .otherJar {
      // The other one is in the middle of a flow of its own.
      _ = visitor.begin(startURL, changing: true, usesOther: true)
    }
    var probe = 0
    let agent = sandbox.check.agent
    var signedIn: [(jar: CookieJar, at: Int)] = []
    for _ in 0..<agent.logins {
      if agent.logins > 1, !agent.keepsBrowser { visitor.jar = CookieJar() }
      for _ in 1..<agent.begins {
        _ = visitor.begin(startURL, changing: true, usesOther: false)
      }
      if let url = visitor.begin(startURL, changing: true, usesOther: false) { visitor.open(url) }
      probe = visitor.probe(probeURL)
      signedIn.append((visitor.jar, ExaminerServer.clock()))
    }
    if sandbox.check.asks("session-ids-are-no-sequence") || sandbox.check.asks("session-id-is-new")
    {
      visitor.noteCookies(of: signedIn, for: probeURL)
    }
    if sandbox.check.asks("users-stay-apart"), let first = signedIn.first {
      _ = visitor.isSignedIn(first.jar, at: probeURL)
    }
    if let jar = visitor.replayJar {
      visitor.observations.replaySignedIn = visitor.isSignedIn(jar, at: probeURL)
    }
    if sandbox.check.asks("session-id-changes"), let jar = visitor.earlierJar, !jar.isEmpty {
      visitor.observations.earlierCookiesSignedIn = visitor.isSignedIn(jar, at: probeURL)
    }
    if sandbox.check.asks("session-is-no-guess") {
      visitor.observations.guessedCookie = visitor.guessedCookie(
        at: probeURL, of: ClaimJudges.values(sandbox.exchanges(opened: [])))
    }
    if agent.after.contains(where: { $0.path != nil }) {
      let before = visitor.jar
      visitor.afterwards()
      if sandbox.check.asks("signed-out-cookies-are-dead") {
        visitor.observations.signedOutCookiesSignedIn = visitor.isSignedIn(before, at: probeURL)
      }
      // How it went is what the probe said before.
      _ = visitor.probe(probeURL)
    }
    let settled = server.moment
    let callback = visitor.deliveries.last { $0.what == "callback" }
    run.settled = Int(settled - (callback?.at ?? settled))
    if sandbox.check.expect != .accepted { quietly(mailbox, process, until: deadline) }
    run.exchanges = sandbox.exchanges(opened: visitor.openedURLs)
    run.deliveries = visitor.deliveries
    run.observations = visitor.observations
    var reader = OutcomeReader(.standing)
    reader.probe = probe
    reader.callback = run.callbacks.last?.answer
    if max(reader.callback?.status.code ?? 0, probe) >= 500, !(200..<300).contains(probe) {
      reader.recovered = isAlive(startURL, probeURL)
    }
    if let ending = process?.ending {
      reader.ending = ending
      reader.probe = 0
    }
    process?.end()
    run.output = folder.written
    (reader.errors, reader.refusals) = (run.output, plan.refusals)
    reader.reports = server.front.reports.texts(sandbox.id)
    run.outcome = reader.outcome()
    return run
  }

  private func visitor() -> ClientVisitor {
    var visitor = ClientVisitor(
      sandbox, person: plan.person, openCommand: nil,
      timeout: min(plan.timeout, 10) + sandbox.check.delay / 1000,
      tell: { _ in }, closeInput: {})
    visitor.trusted = plan.trusted
    return visitor
  }

  /// Whether somebody else can sign in afterwards, where nothing is odd any more: an application that answers 500 may
  /// have refused, and may have died.
  private func isAlive(_ startURL: String, _ probe: String) -> Bool {
    sandbox.calm()
    var next = visitor()
    next.isProper = true
    guard let url = next.begin(startURL, changing: false, usesOther: false) else { return false }
    next.open(url)
    return (200..<300).contains(next.probe(probe))
  }

  private func quietly(_ mailbox: Mailbox, _ process: ClientProcess?, until deadline: Int) {
    var silence = Silence(of: sandbox, groups: [process?.pid].compactMap { $0 })
    while !Running.isStopped {
      let wait = min(min(deadline, silence.since + patience) - server.now, 250)
      guard wait > 0 else { return }
      if case .ended = mailbox.next(within: wait) { return }
      silence.look(after: wait, patience: patience)
    }
  }

  /// An application that ended before it listened, because of what it had read.
  private func ended(early start: CheckRun, _ process: ClientProcess?, _ folder: CheckRunFolder)
    -> CheckRun
  {
    var run = start
    run.exchanges = sandbox.exchanges(opened: [])
    var reader = OutcomeReader(process?.ending ?? .standing)
    reader.refusals = plan.refusals
    (reader.output, reader.errors) = (
      folder.text(of: folder.output), folder.text(of: folder.errors)
    )
    run.output = folder.written
    run.outcome = reader.outcome()
    return run
  }

  /// Until the probe URL can be asked. One that lets everybody in says nothing of who is signed in, and one that nobody
  /// answers would take every client for a crashed one: both are found before there is a verdict.
  private func awaitProbe(
    _ url: String, _ start: WebAddress, _ process: ClientProcess?, _ mailbox: Mailbox,
    until deadline: Int
  ) throws -> Bool {
    guard let address = WebAddress(url), address.isWeb else {
      throw Failure(text: "--probe-url: expected a web address or a path, found \(url)")
    }
    if address.origin != start.origin {
      guard try awaitListener("the probe URL", address, process, mailbox, until: deadline) else {
        return false
      }
    }
    guard sandbox.check.control == nil else { return true }
    var stranger = visitor()
    let status = stranger.probe(url)
    if (200..<300).contains(status) {
      throw Failure(
        text:
          "the probe URL \(address) answers \(status) to a browser without a session, so it proves nothing. Name one that answers 2xx only to signed-in users",
        code: 3)
    }
    if status == 0 {
      let why = stranger.deliveries.last?.note.map { ": \($0)" } ?? ""
      throw Failure(text: "the probe URL \(address) gives no answer\(why)", code: 3)
    }
    return true
  }

  /// Until somebody listens where the application is to be.
  /// - Parameter name: what the address is called in a message.
  /// - Returns: false where it met what was laid for it, and ended.
  private func awaitListener(
    _ name: String, _ address: WebAddress, _ process: ClientProcess?, _ mailbox: Mailbox,
    until deadline: Int
  ) throws -> Bool {
    var http = HTTPClient()
    http.timeout = 2
    http.trusted = plan.trusted
    while true {
      do {
        try http.send(only: [], to: address)
        // A program that starts another one and exits with 0 has done its work. Any other that has ended either met the
        // fault, or another program has its port and answers there.
        guard let ending = process?.ending, ending != .exited(0) else { return true }
        guard !hasMetFault else { return false }
        throw EndedUnheard(
          text: "another program listens at \(name) \(address): this one \(ending.words)")
      } catch let end as EndedUnheard {
        throw end
      } catch {
        let isOver = server.now >= deadline || process == nil || Running.isStopped
        // It may read discovery while it starts, and refuse what it finds; where nothing in it was odd, it had another
        // reason, such as a port that was taken meanwhile.
        if process?.ending != nil, hasMetFault { return false }
        if isOver || process?.ending != nil {
          guard let ending = process?.ending else {
            throw Failure(text: "no server answers at \(name) \(address): \(error)", code: 3)
          }
          throw EndedUnheard(
            text: "no server answers at \(name) \(address): the program \(ending.words)")
        }
        _ = mailbox.next(within: 10)
      }
    }
  }

  private var hasMetFault: Bool { sandbox.exchanges(opened: []).contains { $0.rule != nil } }

  /// A program that ended before it listened, and had met nothing odd: its port may have been taken meanwhile.
  struct EndedUnheard: Error {
    let text: String
  }

  /// A probe may be a path at the start URL's host.
  static func probe(_ text: String?, at start: WebAddress) -> String {
    guard let text else { return start.description }
    return start.resolving(text)?.description ?? text
  }
}

extension ClientVisitor {
  /// Opens a page of the client's and follows it until it leads elsewhere: to the provider.
  /// - Parameter isChanged: whether the check adds its parameters.
  /// - Returns: the authorization request; `nil` where it leads to none.
  mutating func begin(_ startURL: String, changing isChanged: Bool, usesOther: Bool) -> String? {
    var url = startURL
    var placeholders = sandbox.placeholders
    if let address = WebAddress(startURL) {
      placeholders.values["client_origin"] = address.origin
      placeholders.values["client_host"] = address.authority
      placeholders.values["client_site"] = "\(address.scheme)://\(address.host)"
    }
    let added = isProper || !isChanged ? [] : sandbox.check.agent.start
    if !added.isEmpty {
      let pairs = added.map { (name: $0.name, value: placeholders.expanded($0.value)) }
      url += (url.contains("?") ? "&" : "?") + QueryStyle().encode(pairs)
    }
    let fields = isChanged ? agent.headers.map { (HTTPField.Name($0.name), $0.value) } : []
    var last: Answer?
    var browser = Browser(Browser.Wish(), jar: usesOther ? otherJar : jar) { [http] in
      last = nil
      var request = $0
      for case (let name?, let value) in fields { request.headers.append(name, value) }
      let answer = try http.send(request, to: $1)
      last = answer
      return answer
    }
    var delivery = BrowserAction("start", at: moment, url: url)
    let end = browser.visit(url)
    if usesOther { otherJar = browser.jar } else { jar = browser.jar }
    defer { append(delivery) }
    switch end {
    case .left(let places, _):
      (delivery.note, delivery.answer) = ("it leads to \(places.first?.prefix(200) ?? "")", last)
      if !usesOther, let place = places.first { observations.begun.append(place) }
      return places.first
    case .stuck(let why):
      (delivery.note, delivery.answer) = (why, last)
      let page = isChanged ? "the start URL" : "the page \(url.prefix { $0 != "?" })"
      observations.browserFailure = "\(page) leads to no provider: \(why)"
      return nil
    }
  }

  /// Whether a browser with these cookies is signed in.
  mutating func isSignedIn(_ jar: CookieJar, at probeURL: String) -> Bool {
    (200..<300).contains(probe(probeURL, with: jar))
  }

  /// - Returns: the status; 0 where nobody answers.
  mutating func probe(_ url: String, with given: CookieJar? = nil) -> Int {
    guard let address = WebAddress(url), address.isWeb else { return 0 }
    var delivery = BrowserAction(
      given == nil ? "probe" : "other-probe", at: moment, url: url)
    var request = Request(
      method: .get, scheme: address.scheme, authority: address.authority ?? "",
      target: address.target)
    request.headers[.accept] = "*/*"
    let isOther = sandbox.check.agent.delivery.isByAnotherBrowser && !isProper
    let jar = given ?? (isOther ? otherJar : jar)
    if let line = jar.line(for: address) { request.headers[.cookie] = line }
    do { delivery.answer = try http.send(request, to: address) } catch {
      delivery.note = "\(error)"
    }
    append(delivery)
    return delivery.answer?.status.code ?? 0
  }
}
