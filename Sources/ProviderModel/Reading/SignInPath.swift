import Basics

/// Follows a person from the authorization endpoint through the stages of the flow.
struct SignInPath {
  let body: ProviderBody
  let reader: ProviderReader
  /// The endpoint and the host that the browser is at.
  private(set) var endpoint = Endpoint()
  private(set) var host = 0
  /// The hosts that have set the browser's cookie, and the one to whose cookie the ticket is bound.
  private var met: Set<Int> = []
  private var bound: Int?
  /// The host at which the person signed in.
  private var signedIn: Int?
  /// Whether a device asks, and no client by a redirect.
  private var isOfDevice = false

  init(_ reader: ProviderReader) {
    self.reader = reader
    body = reader.body
  }

  /// Follows the path from each address of the authorization endpoints.
  func follow() throws(MissingLink) {
    for endpoint in body.endpoints where endpoint.kind == .authorize {
      try checkStart(endpoint)
      for host in Set(endpoint.routes.map(\.host)).sorted() {
        var path = self
        (path.endpoint, path.host) = (endpoint, host)
        try path.walk()
      }
    }
    for endpoint in body.endpoints where endpoint.kind == .device {
      for host in Set(endpoint.routes.map(\.host)).sorted() {
        var path = self
        (path.endpoint, path.host) = (endpoint, host)
        try path.approve()
      }
    }
  }

  /// A person who has typed a user code passes through the same stages.
  private mutating func approve() throws(MissingLink) {
    isOfDevice = true
    makeTicket(inLink: false)
    for stage in body.flow.stepsThatApply {
      try pass(stage)
      if endpoint.kind == .grant { return }
    }
  }

  private mutating func walk() throws(MissingLink) {
    let start = self
    for stage in body.flow.stepsThatApply {
      try pass(stage)
      // The person has said everything at once.
      if endpoint.kind == .grant { return try checkBinds() }
    }
    guard let finish = body.flow.finish else { return try checkBinds() }
    if [.authorize, .login].contains(endpoint.kind) {
      makeTicket(inLink: false)
      try open(finish, from: "/flow/finish", for: [.grant])
    } else {
      // A form has the last word; but who has consented before comes without one.
      var again = start
      again.makeTicket(inLink: false)
      try again.open(finish, from: "/flow/finish", for: [.grant])
    }
    try checkBinds()
  }

  // MARK: One stage

  private mutating func pass(_ stage: Flow.Step) throws(MissingLink) {
    makeTicket(inLink: stage.enter != nil)
    var name = stage.page
    if let enter = stage.enter {
      try open(enter, from: pointer(stage, "enter"), for: [stage.kind])
      if stage.kind == .hop { return }
      name = endpoint.page ?? body.flow.first(stage.kind)?.page ?? stage.kind.rawValue
    } else if stage.kind == .hop {
      throw MissingLink(
        pointer(stage),
        "the stage \"\(stage.name)\" asks nothing and leads nowhere; add \"enter\" with a link to an endpoint of the kind hop"
      )
    }
    guard let page = body.pages[name], page.template != nil else { return }
    try submit(page, name, stage)
  }

  /// Sends the form of a page.
  private mutating func submit(
    _ page: PageRule, _ name: String, _ stage: Flow.Step
  ) throws(MissingLink) {
    let shown = reader.facts(of: page)
    let place = JSONPointer.appending(name, to: "/pages")
    let template = reader.template(of: page, name)
    guard shown.contains(.page(.action)) || shown.contains(.page(.actionChosen)) else {
      // A template may write the address itself.
      let links = shown.compactMap { fact in
        if case .link(let slot) = fact { link(slot) } else { nil }
      }
      if links.contains(where: { Self.receivers(of: stage.kind).contains($0.kind) }) { return }
      throw MissingLink(
        template,
        "the page \"\(name)\" of the stage \"\(stage.name)\" has no form; its template has to send one to {{page.action}}"
      )
    }
    let target = link(page.submit)
    let receiver = target ?? endpoint
    let kinds = Self.receivers(of: stage.kind)
    guard kinds.contains(receiver.kind) else {
      throw MissingLink(
        target == nil ? place : place + "/submit",
        "the form of the page \"\(name)\" goes to \"\(receiver.name)\", an endpoint of the kind \(receiver.kind.rawValue); "
          + "its \"submit\" has to lead to one of the kind \(kinds[0].rawValue)")
    }
    guard receiver.answers("POST") || (receiver.kind == .grant && receiver.answers("GET")) else {
      throw MissingLink(
        pointer(receiver, "methods"),
        "the form of the page \"\(name)\" is sent to \"\(receiver.name)\" by POST; add POST to its methods"
      )
    }
    if stage.kind == .login { try checkFields(page, name, shown, of: receiver) }
    if stage.kind == .consent { try checkButton(page, name) }
    try checkTicket(receiver)
    if receiver.kind == .choose, receiver.table == nil || receiver.sets.isEmpty {
      let member = receiver.table == nil ? "table" : "sets"
      throw MissingLink(
        pointer(receiver, member),
        receiver.table == nil
          ? "\"\(receiver.name)\" has no records to choose from; add \"table\""
          : "the choice at \"\(receiver.name)\" has no effect; add \"sets\" with the parameters that get its values"
      )
    }
    if target != nil { try move(to: receiver, carrying: "the form of the page \"\(name)\"", place) }
    endpoint = receiver
    if stage.kind == .login {
      signedIn = host
      try leaveLogin(receiver)
    } else if stage.kind == .consent {
      try checkSession(receiver)
    }
  }

  private static func receivers(of kind: EndpointKind) -> [EndpointKind] {
    switch kind {
    // A consent page may be at the address of the request.
    case .consent: [.consent, .grant, .authorize]
    default: [kind]
    }
  }

  /// Where a login leads: back to the request, on by `then`, or to the next stage.
  private mutating func leaveLogin(_ login: Endpoint) throws(MissingLink) {
    if let then = login.then {
      try open(then, from: pointer(login, "then"), for: [.authorize, .grant, .hop, .consent])
    } else if !isOfDevice, login.next != nil,
      let start = body.endpoints.first(where: { $0.kind == .authorize }),
      let route = nearest(start)
    {
      (endpoint, host) = (start, route.host)
      try checkSession(start)
    }
  }

  // MARK: Links and hosts

  /// Follows a link, and the hops behind it.
  /// - Parameter kinds: the kinds of endpoints to which the path may lead.
  private mutating func open(
    _ slot: Int, from pointer: String, for kinds: [EndpointKind]
  ) throws(MissingLink) {
    var next: Int? = slot
    var seen: Set<Int> = []
    var place = pointer
    while let slot = next, let target = link(slot) {
      guard seen.insert(slot).inserted else {
        throw MissingLink(place, "the link \"\(body.links[slot].name)\" leads in a circle")
      }
      guard target.answers("GET") else {
        throw MissingLink(
          self.pointer(target, "methods"),
          "the browser is led to \"\(target.name)\" by GET; add GET to its methods")
      }
      if target.kind == .authorize {
        try checkRequest(slot, target)
        guard let route = nearest(target) else { return }
        (endpoint, host) = (target, route.host)
        return try checkSession(target)
      }
      guard kinds.contains(target.kind) || target.kind == .hop else {
        throw MissingLink(
          place,
          "the link \"\(body.links[slot].name)\" leads to \"\(target.name)\", an endpoint of the kind \(target.kind.rawValue); "
            + "an endpoint of the kind \(kinds[0].rawValue) has to follow here")
      }
      if target.next == nil { try checkTicket(target) }
      if let ticket = target.ticket, target.next == nil, !reader.sends(slot, ticket) {
        throw MissingLink(
          JSONPointer.appending(body.links[slot].name, to: "/links"),
          "the link \"\(body.links[slot].name)\" leads to \"\(target.name)\" without its ticket; add \"\(ticket)\": \"{{txn.id}}\" to its query"
        )
      }
      try move(to: target, carrying: "the link \"\(body.links[slot].name)\"", place)
      endpoint = target
      if [.consent, .grant].contains(target.kind) { try checkSession(target) }
      guard target.kind == .hop else { return }
      next = target.then
      place = self.pointer(target, "then")
    }
  }

  /// A link back to the authorization endpoint repeats the request, or has the ticket by which it goes on.
  private func checkRequest(_ slot: Int, _ target: Endpoint) throws(MissingLink) {
    let name = body.parameters.first { $0.name == "client_id" }?.rule.wire ?? "client_id"
    guard !reader.repeats(slot, name), !(target.ticket.map { reader.sends(slot, $0) } ?? false)
    else { return }
    throw MissingLink(
      JSONPointer.appending(body.links[slot].name, to: "/links"),
      "the link \"\(body.links[slot].name)\" leads back to \"\(target.name)\" without the request; add its parameters to the query, such as \"\(name)\": \"{{req.client_id}}\""
    )
  }

  /// Takes a ticket to an endpoint.
  private mutating func move(
    to target: Endpoint, carrying what: String, _ place: String
  ) throws(MissingLink) {
    guard let route = nearest(target) else { return }
    let from = bound ?? host
    host = route.host
    if bound == nil, [.login, .hop, .choose].contains(target.kind) || target.next != nil {
      makeTicket(inLink: false)
      return
    }
    guard let cookie = body.cookies["browser"], !shares(from, host, cookie) else { return }
    throw MissingLink(
      place,
      "\(what) leads from \(name(from)) to \(name(host)), and the cookie \"browser\" of its ticket stays behind; "
        + cure("browser", from, host))
  }

  private func checkSession(_ target: Endpoint) throws(MissingLink) {
    guard let signedIn, let cookie = body.cookies["session"], !shares(signedIn, host, cookie) else {
      return
    }
    throw MissingLink(
      pointer(target, "at"),
      "a person signs in at \(name(signedIn)) and is asked at \(name(host)), where the cookie \"session\" does not come; "
        + cure("session", signedIn, host))
  }

  private func cure(_ cookie: String, _ one: Int, _ other: Int) -> String {
    let both = "put both addresses on one host"
    return site(one) == site(other) ? "\(both), or add \"site\": true to cookies.\(cookie)" : both
  }

  private mutating func makeTicket(inLink: Bool) {
    if !inLink { met.insert(host) }
    bound = met.contains(host) ? host : nil
  }

  private func shares(_ one: Int, _ other: Int, _ cookie: CookieRule) -> Bool {
    one == other || (cookie.site && site(one) == site(other))
  }

  /// The domain of a cookie that all hosts of a site share: `Base.site`.
  private func site(_ host: Int) -> [Substring] {
    Array(name(host).split(separator: ".").suffix(2))
  }

  private func name(_ host: Int) -> String {
    body.hosts.indices.contains(host) ? body.hosts[host].pattern.text : ""
  }

  /// The address of an endpoint that a browser at this host is led to: `Evaluation.route`.
  private func nearest(_ target: Endpoint) -> Route? {
    let here = name(host).split(separator: ".").reversed()
    func shared(_ route: Route) -> Int {
      zip(here, name(route.host).split(separator: ".").reversed()).prefix { $0 == $1 }.count
    }
    let most = target.routes.map(shared).max()
    return target.routes.first { $0.host == host } ?? target.routes.first { shared($0) == most }
  }

  private func link(_ slot: Int?) -> Endpoint? {
    guard let slot, body.links.indices.contains(slot) else { return nil }
    let place = body.links[slot].endpoint
    return body.endpoints.indices.contains(place) ? body.endpoints[place] : nil
  }
}
