import Basics
import HTTPTypes
import UserAgent

/// Brings callbacks to the client, and requests that no client asked for.
extension ClientVisitor {
  mutating func deliver(
    _ place: String, posting form: [(name: String, value: String)]?, as what: String,
    changing isChanged: Bool
  ) {
    var url = place
    var form = form
    var changes: [String] = []
    if isChanged {
      let altered = CallbackChange(agent, sandbox.placeholders).applied(to: place, form: form)
      changes = CallbackChange.differences(
        CallbackChange.pairs(place, form), CallbackChange.pairs(altered.url, altered.form))
      (url, form) = (altered.url, altered.form)
    }
    if what == "callback" { last = (url, form) }
    // At a page of the provider's own the program looks at its window's address.
    guard let address = WebAddress(url), address.isWeb, !sandbox.server.leads(address) else {
      handOver(url, as: what)
      return
    }
    let usesOther = agent.delivery.isByAnotherBrowser
    var delivery = BrowserAction(
      what, at: moment, method: form == nil ? agent.method : "POST", url: url)
    delivery.body = form.map { QueryStyle().encode($0) }
    delivery.changes = changes
    var current = usesOther ? otherJar : jar
    if what == "callback" { earlierJar = earlierJar ?? current }
    let next = make(&delivery, at: address, jar: &current)
    deliveries.append(delivery)
    follow(next, from: address, jar: &current)
    if usesOther { otherJar = current } else { jar = current }
  }

  /// To the page at the end, as long as it stays with the client.
  private mutating func follow(_ next: WebAddress?, from: WebAddress, jar: inout CookieJar) {
    var next = next
    var steps = 0
    while let address = next, address.isWeb, steps < 10 {
      steps += 1
      var delivery = BrowserAction("landing", at: moment, url: address.description)
      guard address.origin == from.origin else {
        delivery.note = "it leads to another origin, which is not followed"
        deliveries.append(delivery)
        return
      }
      next = make(&delivery, at: address, jar: &jar)
      deliveries.append(delivery)
    }
  }

  /// - Returns: where its answer leads.
  private func make(_ call: inout BrowserAction, at address: WebAddress, jar: inout CookieJar)
    -> WebAddress?
  {
    do {
      let answer = try send(
        HTTPRequest.Method(rawValue: call.method) ?? .get, address, body: call.body, jar: &jar)
      call.answer = answer
      guard (301...308).contains(answer.status.code) else { return nil }
      return answer.headers.first(.location).flatMap { address.resolving($0) }
    } catch {
      call.note = "\(error)"
      return nil
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
    var delivery = BrowserAction(what, at: moment, method: "OPEN", url: url)
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
  mutating func send(_ noise: Agent.Sent, to place: String, as what: String) {
    guard let callback = WebAddress(place), callback.isWeb else { return }
    let path = sandbox.placeholders.expanded(noise.path ?? "/")
    guard let address = callback.resolving(path) else { return }
    var call = BrowserAction(what, at: moment, method: noise.method, url: address.description)
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
    let server = sandbox.server
    browser.isHome = { server.isHome($0) || $0.origin == address.origin }
    _ = browser.visit(next.description)
    jar = browser.jar
  }
}
