import Encodings
import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

/// The login page and what it sends back.
enum LoginStep {
  static func decide(_ turn: Turn) throws(Refusal) -> Outcome {
    let flow = turn.provider.flow
    let page = turn.endpoint.page ?? flow.first(.login)?.page ?? "login"
    return turn.request.method == .post ? try submit(page, turn) : try show(page, turn)
  }

  private static func show(_ page: String, _ turn: Turn) throws(Refusal) -> Outcome {
    if let name = turn.endpoint.next, let next = turn.reading.query.first(name) {
      Tickets.make(turn, nil, next: next)
      return turn.page(page)
    }
    guard let (id, ticket) = Tickets.sent(turn) else { return Tickets.refused(turn) }
    Tickets.bind(id, turn)
    turn.facts.ticket = id
    guard let request = ticket.request else { return turn.page(page) }
    turn.show(request)
    let isForced = turn.provider.flow.first(.login).map { turn.facts.holds($0.force) } ?? false
    if turn.session != nil, !isForced {
      turn.state.tickets.remove(id)
      return try BrowserFlow.proceed(request, turn)
    }
    return turn.page(page)
  }

  private static func submit(_ page: String, _ turn: Turn) throws(Refusal) -> Outcome {
    guard let (id, ticket) = Tickets.sent(turn) else { return Tickets.refused(turn) }
    turn.facts.ticket = id
    if let request = ticket.request { turn.show(request) }
    guard let person = personSent(page, turn) else { return wrongPassword(page, turn) }
    if person.fate == .locked {
      return lockedOut(person.username, turn.page(page, message: lockedMessage))
    }
    Sessions.signIn(person, turn)
    if let refusal = ticket.refusal { throw refusal }
    guard var request = ticket.request else {
      let home = turn.place.base.url(
        turn.provider, host: turn.place.route.host, turn.place.variables)
      let target = ticket.next.flatMap { ownAuthorizeTarget($0, turn) } ?? home + "/"
      return Outcome(.url(target), .signedIn(person.username))
    }
    request = request.afterLogin()
    turn.state.tickets.change(id) {
      $0.request = request
      $0.step = nil
    }
    if let then = turn.endpoint.then { return turn.go(to: then, .signedIn(person.username)) }
    turn.state.tickets.remove(id)
    return try BrowserFlow.proceed(request, turn)
  }

  // MARK: Who it is

  /// The field by which a click chooses a person.
  static let personField = "understudy_person"
  static let lockedMessage = "This account is locked."

  /// Whom people call so: by username, or by e-mail address.
  static func person(named typed: String, _ turn: Turn) -> Person? {
    if let person = turn.cast.person(typed) { return person }
    guard !typed.isEmpty else { return nil }
    return turn.cast.people.first {
      ExactText.same($0.claims["email"]?.stringValue ?? "", typed)
    }
  }

  private static func field(_ name: String, of page: String, _ turn: Turn) -> String {
    turn.reading.form.last(turn.provider.pages[page]?.field(name) ?? name) ?? ""
  }

  /// Whoever was chosen by a click, or named with the right password.
  private static func personSent(_ page: String, _ turn: Turn) -> Person? {
    if let name = turn.reading.form.first(personField) { return turn.cast.person(name) }
    guard let person = person(named: field("username", of: page, turn), turn),
      ExactText.same(person.password, field("password", of: page, turn))
    else { return nil }
    return person
  }

  private static func wrongPassword(_ page: String, _ turn: Turn) -> Outcome {
    // Whether the cast has whom the form names, whatever the password: the pages of some tell that.
    let isKnown = person(named: field("username", of: page, turn), turn) != nil
    var outcome =
      turn.endpoint.onFailure.map { turn.go(to: $0) }
      ?? turn.page(page, message: isKnown ? "wrong" : "unknown")
    outcome.said = .wrongPassword
    outcome.why = "no person of the cast has this name and password"
    outcome.remedy = turn.peopleKnown
    return outcome
  }

  static func lockedOut(_ username: String, _ page: Outcome) -> Outcome {
    var outcome = page
    outcome.said = .lockedOut
    outcome.why = "the cast says that \(username) is locked out"
    return outcome
  }

  /// `next` is followed only to an authorization endpoint of this provider: no open redirect.
  private static func ownAuthorizeTarget(_ next: String, _ turn: Turn) -> String? {
    let host = turn.place.route.host
    let (base, variables) = (turn.place.base, turn.place.variables)
    let prefix = base.path(turn.provider, host: host, variables)
    guard next.hasPrefix(prefix + "/"), !next.hasPrefix("//"),
      !next.unicodeScalars.contains(where: { $0.value < 0x21 || $0.value > 0x7E })
    else { return nil }
    let target = RequestTarget(String(next.dropFirst(prefix.count)))
    let query = Parameters(formEncoded: (target.query ?? "")[...])
    let match = turn.provider.match(host: host, path: target.path, method: nil, query: query)
    guard match?.leaf.endpoint.kind == .authorize else { return nil }
    return base.url(turn.provider, host: host, variables) + next.dropFirst(prefix.count)
  }
}

extension Turn {
  var peopleKnown: Remedy {
    "the cast's people: \(cast.people.map(\.username).joined(separator: ", "))"
  }
}
