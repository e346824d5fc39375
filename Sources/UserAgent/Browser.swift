// A browser without a screen: follows redirects, fills in forms, and stops where it leaves the provider.
// It knows HTTP messages and HTML; how requests travel is handed in, and it knows no provider.
import Basics
import HTTPTypes
import ProviderModel

/// Signs in as a person would, and tells where the provider sends them.
package struct Browser {
  package struct Wish: Sendable {
    package var person: String?
    package var password: String?
    package var denies = false
    /// Scopes to consent to, where the page lets one choose.
    package var scopes: [String]?
    /// Which of several choices to take; the first, unless said.
    package var choice: String?
    package var mostSteps = 30
    package init() {}
  }

  package enum End: Sendable, Equatable {
    /// Where the browser is sent: one place, or the same twice. The body is what a form would post there.
    case left([String], body: String?)
    /// Why it does not go on.
    case stuck(String)
  }

  package var jar: CookieJar
  /// Says each step.
  package var say: (String) -> Void = { _ in }
  /// Origins beside the first one's that are opened and not left for.
  package var home: Set<String> = []
  /// Addresses that are opened too: the provider has several hosts, and here they have their real names.
  package var isHome: (_ address: WebAddress) -> Bool = { _ in false }
  let wish: Wish
  /// The scopes that the authorization URL asks for.
  var asked: [String] = []
  /// The parameters of the address at the first page of a visit that is no authorization request but a device's.
  var first: Parameters?
  /// Whether a page has asked anything so far.
  package private(set) var wasAsked = false
  /// Whether a page had several choices besides a refusal.
  package private(set) var hadChoice = false
  /// Whether a page could be refused, and was.
  package private(set) var hasRefused = false
  private let send: (Request, WebAddress) throws -> Answer

  package init(
    _ wish: Wish, jar: CookieJar = CookieJar(),
    send: @escaping (Request, WebAddress) throws -> Answer
  ) {
    self.wish = wish
    self.jar = jar
    self.send = send
  }

  struct Step {
    var address: WebAddress
    var form: [(name: String, value: String)]?
  }

  /// - Parameter form: posted to the first address, where there is one.
  package mutating func visit(_ url: String, posting form: [(name: String, value: String)]? = nil)
    -> End
  {
    guard let start = WebAddress(url), start.isWeb else {
      return .stuck("expected an address that starts with http://, found \(url)")
    }
    home.insert(start.origin)
    asked = start.scopes
    first = start.query.first("client_id") == nil ? start.query : nil
    // It may be on one of the provider's own hosts: there, too, the visit is over.
    let callback = start.redirectURI
    var step = Step(address: start, form: form)
    var hasTyped = false
    for _ in 0..<wish.mostSteps {
      let address = step.address
      guard opens(address), !address.holdsToken, callback?.isSamePage(as: address) != true else {
        return .left([address.description], body: step.form.map { QueryStyle().encode($0) })
      }
      let answer: Answer
      do {
        answer = try load(step)
      } catch {
        return .stuck("\(address): \(error)")
      }
      if let location = answer.headers[.location], (301...308).contains(answer.status.code) {
        guard var next = address.resolving(location) else {
          return .stuck("\(address): the redirect leads nowhere: \(location)")
        }
        // A browser keeps its fragment where the redirect has none (RFC 9110 §10.2.2).
        if next.fragment == nil { next.fragment = address.fragment }
        let keeps = answer.status.code == 307 || answer.status.code == 308
        step = Step(address: next, form: keeps ? step.form : nil)
        continue
      }
      let page = HTMLPage(String(decoding: answer.body, as: UTF8.self))
      guard (200..<300).contains(answer.status.code) else {
        let words = Self.words(page)
        return .stuck("\(address): \(answer.status.code)" + (words.isEmpty ? "" : ": \(words)"))
      }
      defer { first = nil }
      switch decide(page, at: address, &hasTyped) {
      case .success(.go(let next)):
        step = next
        wasAsked = true
      case .success(.end(let end)): return end
      case .failure(let why): return .stuck("\(address): \(why.text)")
      }
    }
    return .stuck("\(step.address): no end after \(wish.mostSteps) steps")
  }

  private func opens(_ address: WebAddress) -> Bool {
    address.isWeb && (home.contains(address.origin) || isHome(address))
  }

  private mutating func load(_ step: Step) throws -> Answer {
    var request = Request(
      method: step.form == nil ? .get : .post, scheme: step.address.scheme,
      authority: step.address.authority ?? "", target: step.address.target)
    request.headers[.accept] = "text/html,application/xhtml+xml,*/*;q=0.8"
    if let line = jar.line(for: step.address) { request.headers[.cookie] = line }
    if let form = step.form {
      request.headers[.contentType] = "application/x-www-form-urlencoded"
      request.body = Array(QueryStyle().encode(form).utf8)
    }
    say("\(request.method.rawValue) \(step.address.origin)\(step.address.path)")
    let answer = try send(request, step.address)
    for line in answer.headers[values: .setCookie] { jar.take(line, from: step.address) }
    return answer
  }

  static func words(_ page: HTMLPage) -> String {
    let text = page.alerts.first { !$0.isEmpty } ?? page.text
    guard page.note.isEmpty else {
      return (text.hasSuffix(page.note) ? String(text.dropLast(page.note.count)) : text + " ")
        + "(\(page.note))"
    }
    return text.count > 200 ? text.prefix(200) + "…" : text
  }

  // MARK: Actions on a page

  struct Why: Error { var text: String }
  enum Act {
    case go(Step)
    case end(End)
  }

  private mutating func decide(
    _ page: HTMLPage, at address: WebAddress, _ hasTyped: inout Bool
  ) -> Result<Act, Why> {
    if let end = callback(page, at: address) { return .success(.end(end)) }
    // A page that only leads on: by its link, by itself, or by its script.
    if page.forms.isEmpty, let onward = page.links.first(where: { $0.id == "continue" }) {
      return follow(onward.href, on: page, at: address)
    }
    // A device gets its answer by itself: the browser stays at a page that says how the sign-in went.
    if page.forms.isEmpty, page.hasStatus {
      return .success(.end(.left([address.description], body: nil)))
    }
    if wish.denies, let link = page.links.first(where: Self.refuses) {
      hasRefused = true
      return follow(link.href, on: page, at: address)
    }
    if let form = page.forms.first(where: { $0.fields.contains { $0.kind == "password" } }) {
      return signIn(form, page, at: address, &hasTyped)
    }
    guard let form = page.forms.first(where: { !$0.buttons.isEmpty }) else {
      return .failure(Why(text: "there is nothing to press on this page: \(Self.words(page))"))
    }
    if first != nil, form.fields.contains(where: { $0.isForCode }) {
      return .failure(Why(text: "this page asks for a code: visit verification_uri_complete"))
    }
    // A page that can't be refused, such as a choice of institutions, stands before the one that can.
    if wish.denies, let refusing = form.buttons.first(where: Self.refuses) {
      hasRefused = true
      return submit(form, with: refusing, on: page, at: address)
    }
    let others = form.buttons.filter { !Self.refuses($0) }
    hadChoice = hadChoice || others.count > 1
    let chosen =
      wish.choice.map { choice in
        others.first { $0.value == choice || $0.text.contains(choice) }
      } ?? others.first
    guard let button = chosen ?? (others.count == 1 ? others.first : nil) else {
      let values = others.map(\.value).joined(separator: ", ")
      return .failure(Why(text: "--choose: there is no such choice here; there are: \(values)"))
    }
    return submit(form, with: button, on: page, at: address)
  }

  /// A page whose script posts to the client, or opens the callback in a frame and then for good.
  private func callback(_ page: HTMLPage, at address: WebAddress) -> End? {
    let places = page.frames.compactMap { address.resolving($0) }.filter {
      !opens($0)
    }
    if let first = places.first, let link = page.links.first(where: { $0.id == "callback" }) {
      return .left([first.description, link.href], body: nil)
    }
    guard page.forms.count == 1, let form = page.forms.first, form.isPost,
      let action = address.resolving(form.action), !opens(action),
      form.fields.allSatisfy({ $0.kind == "hidden" || $0.kind == "submit" })
    else { return nil }
    let pairs = form.fields.filter { $0.kind == "hidden" }.map { (name: $0.name, value: $0.value) }
    return .left([action.description], body: QueryStyle().encode(pairs))
  }

  private static let refusals = ["deny", "cancel"]

  static func refuses(_ button: HTMLPage.Field) -> Bool {
    refusals.contains { word in
      button.name.lowercased().contains(word) || button.value.lowercased().contains(word)
    }
  }

  private static func refuses(_ link: HTMLPage.Link) -> Bool {
    refusals.contains { link.id.lowercased().contains($0) || link.text.lowercased().contains($0) }
  }

  private func signIn(
    _ form: HTMLPage.Form, _ page: HTMLPage, at address: WebAddress, _ hasTyped: inout Bool
  ) -> Result<Act, Why> {
    guard !hasTyped else {
      return .failure(Why(text: "the sign-in was refused: \(Self.words(page))"))
    }
    guard let person = wish.person else {
      return .failure(Why(text: "this page asks who signs in: say --as NAME"))
    }
    hasTyped = true
    if let password = wish.password {
      // No user would do that: the password goes to the page that asked for it.
      if let action = address.resolving(form.action), !opens(action) {
        return .failure(
          Why(text: "the sign-in goes to \(action.origin), which is not reached: say --resolve"))
      }
      let name =
        form.fields.first { $0.autocomplete == "username" }
        ?? form.fields.first { ["text", "email", "tel"].contains($0.kind) }
      var typed = [(name?.name ?? "username", person)]
      for field in form.fields where field.kind == "password" {
        typed.append((field.name, password))
      }
      return submit(form, with: form.buttons.first, typing: typed, on: page, at: address)
    }
    // Without a password: the button of that person, which a mock's page has.
    for other in page.forms {
      let button = other.buttons.first { $0.name == "understudy_person" && $0.value == person }
      if let button { return submit(other, with: button, on: page, at: address) }
    }
    let buttons = page.forms.flatMap(\.buttons).filter { $0.name == "understudy_person" }
    // The name of a person who is there, or an email address.
    let meant = buttons.first { button in
      button.text.contains(person)
        || ["@", " "].contains { person.lowercased().hasPrefix(button.value.lowercased() + $0) }
    }
    let hint =
      meant.map { "; did you mean \"\($0.value)\"?" }
      ?? Suggestion.list(for: person, among: buttons.map(\.value))
    return .failure(
      Why(
        text: "there is no button for \(person) here" + hint
          + (hint.hasSuffix("?") ? " To" : "; to") + " type a password, say --password"))
  }

  private func follow(_ href: String, on page: HTMLPage, at address: WebAddress) -> Result<Act, Why>
  {
    let base = page.base.flatMap { address.resolving($0) } ?? address
    guard let next = base.resolving(href) else { return .failure(Why(text: "no address: \(href)")) }
    return .success(.go(Step(address: next)))
  }
}
