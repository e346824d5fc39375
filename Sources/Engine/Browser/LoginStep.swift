import Basics
import HTTPTypes
import ProviderModel

/// The login page and what it sends back.
enum LoginStep {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    let flow = context.provider.flow
    let page = context.endpoint.page ?? flow.first(.login)?.page ?? "login"
    return context.request.method == .post ? try submit(page, context) : try show(page, context)
  }

  private static func show(_ page: String, _ context: RequestContext) throws(Refusal) -> Outcome {
    if let name = context.endpoint.next, let next = context.reading.query.first(name) {
      Tickets.make(context, nil, next: next)
      return context.page(page)
    }
    guard let (id, ticket) = Tickets.sent(context) else {
      // A page by which a person signs in, and no client has asked.
      if let name = context.endpoint.ticket, context.endpoint.isStandalone,
        context.reading.query.first(name) == nil
      {
        Tickets.make(context, nil, for: .login)
        return context.page(page)
      }
      return Tickets.refused(at: context.endpoint)
    }
    Tickets.bind(id, context)
    context.facts.ticket = id
    guard let request = ticket.request else { return context.page(page) }
    try context.resume(request)
    let isForced =
      !request.freshLogin && IDTokenHint.mismatch(request, context) != nil
      || StepUp.isTooWeak(request, context)
      || context.provider.flow.first(.login).map { context.facts.holds($0.force) } ?? false
    if context.session != nil, !isForced {
      context.state.tickets.remove(id)
      return try BrowserFlow.proceed(request, context)
    }
    return context.page(page)
  }

  private static func submit(_ page: String, _ context: RequestContext) throws(Refusal) -> Outcome {
    guard let (id, ticket) = Tickets.sent(context) else {
      return Tickets.refused(at: context.endpoint)
    }
    context.facts.ticket = id
    if let request = ticket.request { try context.resume(request) }
    guard let person = personSent(page, context) else { return wrongPassword(page, context) }
    if person.fate == .locked {
      return lockedOut(person.username, context.page(page, message: lockedMessage))
    }
    Sessions.signIn(person, context)
    if let refusal = ticket.refusal { throw refusal }
    guard var request = ticket.request else {
      if ticket.next == nil, let then = context.endpoint.then {
        return context.go(to: then, .signedIn(person.username))
      }
      let home = context.place.base.url(
        context.provider, host: context.place.route.host, context.place.variables)
      let target = ticket.next.flatMap { ownAuthorizeTarget($0, context) } ?? home + "/"
      return Outcome(.url(target), .signedIn(person.username))
    }
    request = request.afterLogin()
    context.state.tickets.change(id) {
      $0.request = request
      $0.step = nil
    }
    if let then = context.endpoint.then { return context.go(to: then, .signedIn(person.username)) }
    context.state.tickets.remove(id)
    return try BrowserFlow.proceed(request, context)
  }

  // MARK: Identification

  /// The field by which a click chooses a person.
  static let personField = "understudy_person"
  static let lockedMessage = "This account is locked."

  /// The person with this username or e-mail address.
  static func person(named typed: String, in cast: Cast) -> Person? {
    if let person = cast.person(typed) { return person }
    guard !typed.isEmpty else { return nil }
    return cast.people.first {
      ExactText.same($0.claims["email"]?.stringValue ?? "", typed)
    }
  }

  private static func field(_ name: String, of page: String, _ context: RequestContext) -> String {
    context.reading.form.last(context.provider.pages[page]?.field(name) ?? name) ?? ""
  }

  /// The person who was chosen by a click, or named with the right password.
  private static func personSent(_ page: String, _ context: RequestContext) -> Person? {
    if let name = context.reading.form.first(personField) { return context.person(name) }
    guard let person = person(named: field("username", of: page, context), in: context.cast),
      ExactText.same(person.password, field("password", of: page, context))
    else { return nil }
    return person
  }

  /// Why nobody signs in by a name and a password, and what helps. The name is not repeated: where both are the same text,
  /// the journal would hide it.
  static func whyWrong(isKnown: Bool, _ context: RequestContext) -> (String, Remedy) {
    isKnown
      ? (
        "the password is not the one that the cast has for this person",
        "send the password from that cast; a server that only this machine can reach lists people and passwords at /"
      ) : ("no person of the cast has this name", context.peopleKnown)
  }

  private static func wrongPassword(_ page: String, _ context: RequestContext) -> Outcome {
    // Whether the cast has the named person, whatever the password: some providers' pages reveal that.
    let isKnown = person(named: field("username", of: page, context), in: context.cast) != nil
    var outcome =
      context.endpoint.onFailure.map { context.go(to: $0) }
      ?? context.page(page, message: isKnown ? "wrong" : "unknown")
    outcome.said = .wrongPassword
    (outcome.why, outcome.remedy) = whyWrong(isKnown: isKnown, context)
    return outcome
  }

  static func lockedOut(_ username: String, _ page: Outcome) -> Outcome {
    var outcome = page
    outcome.said = .lockedOut
    outcome.why = "the cast says that \(username) is locked out"
    return outcome
  }

  /// `next` is followed only to an authorization endpoint of this provider: no open redirect.
  private static func ownAuthorizeTarget(_ next: String, _ context: RequestContext) -> String? {
    let host = context.place.route.host
    let (base, variables) = (context.place.base, context.place.variables)
    let prefix = base.path(context.provider, host: host, variables)
    guard next.hasPrefix(prefix + "/"), !next.hasPrefix("//"),
      !next.unicodeScalars.contains(where: { $0.value < 0x21 || $0.value > 0x7E })
    else { return nil }
    let target = RequestTarget(String(next.dropFirst(prefix.count)))
    let query = Parameters(formEncoded: (target.query ?? "")[...])
    let match = context.provider.match(host: host, path: target.path, method: nil, query: query)
    guard match?.leaf.endpoint.kind == .authorize else { return nil }
    return base.url(context.provider, host: host, variables) + next.dropFirst(prefix.count)
  }
}

extension RequestContext {
  /// The first of the cast's people: it may have thousands.
  var peopleKnown: Remedy {
    let most = 16
    let more = cast.people.count - most
    let names = cast.people.prefix(most).map(\.username).joined(separator: ", ")
    return .say("the cast's people: \(names)" + (more > 0 ? " and \(more) more" : ""))
  }
}
