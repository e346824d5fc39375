import ArgumentParser
import Basics
import ProviderModel
import UserAgent

struct Visit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "visit",
    abstract: "Sign in as a browser would, and print where the provider sends the browser.",
    discussion: """
      Follows redirects and fills in forms until a redirect leaves the provider for a custom scheme or another \
      origin. Prints that URL on standard output, and does not open it. If a form would be posted there (form_post), \
      its body is printed on a second line; a callback that is delivered twice is printed twice. At a \
      verification_uri_complete (RFC 8628), approves or denies the device, and prints the last page's address.

      Exit codes: 0 granted, 1 refused (the redirect has an error), 2 wrong usage, 3 stuck.
      """)

  @Argument(help: "The authorization URL, or the verification_uri_complete of a device.")
  var url: String
  @Option(
    name: .customLong("as"), help: ArgumentHelp("The person who signs in.", valueName: "username"))
  var person: String?
  @Option(help: "The password; without one, the person's button on the page is pressed.")
  var password: String?
  @Flag(help: "Refuse instead of consenting.")
  var deny = false
  @Option(
    help: ArgumentHelp(
      "Consent only to these scopes, separated by commas, if the page offers a choice.",
      valueName: "list"))
  var scopes: String?
  @Option(help: ArgumentHelp("The choice to take, if the page offers several.", valueName: "value"))
  var choose: String?
  @Option(help: ArgumentHelp("Keep cookies in this file, as JSON.", valueName: "file"))
  var cookieJar: String?
  @Option(
    help: ArgumentHelp(
      "Run this command with the redirect's URL for {url}: 'xcrun simctl openurl booted {url}'.",
      valueName: "command"))
  var open: String?
  @Option(
    help: ArgumentHelp(
      "Where to connect for a host: HOST:PORT:ADDRESS, as in curl, or HOST:PORT:ADDRESS:PORT for another port. Repeatable.",
      valueName: "rule"))
  var resolve: [String] = []
  @Option(
    help: ArgumentHelp(
      "Trust only the certificates in this file. Default: SSL_CERT_FILE, else the CA that understudy ca shows, else the system's.",
      valueName: "file"))
  var cacert: String?
  @Option(help: ArgumentHelp("Seconds to wait for each response.", valueName: "seconds"))
  var timeout = 10
  @Flag(help: "Print each step on standard error.")
  var verbose = false

  mutating func run() throws {
    guard ["http://", "https://"].contains(where: url.lowercased().hasPrefix),
      WebAddress(url)?.host.isEmpty == false
    else {
      throw Failure(
        text:
          "visit \(url): expected an authorization URL with a host, http://HOST/… or https://HOST/…"
      )
    }
    guard (1...3_600).contains(timeout) else {
      throw Failure(text: "--timeout \(timeout): expected seconds from 1 to 3600")
    }
    if let cacert {
      let text = String(decoding: try Files.read(cacert), as: UTF8.self)
      guard text.contains("-----BEGIN CERTIFICATE-----") else {
        throw Failure(text: "--cacert \(cacert): expected certificates in PEM, found none")
      }
    }
    if let cookieJar, access(cookieJar, F_OK) != 0 {
      // Nobody signs in for cookies that can't be kept.
      let folder =
        cookieJar.contains("/")
        ? cookieJar.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
          separator: "/") + "/" : "."
      guard access(folder, W_OK) == 0 else {
        throw Failure(
          text: "--cookie-jar \(cookieJar): can't be written: \(String(cString: strerror(errno)))")
      }
    }
    if let open, !open.contains("{url}") {
      throw Failure(
        text: "--open \(open): expected a command with {url} where the redirect's URL goes")
    }
    var http = HTTPClient()
    http.timeout = timeout
    http.trusted = try cacert ?? Self.usualTrust()
    http.proxy = Self.proxy
    var home: Set<String> = []
    for rule in resolve {
      var parts = rule.split(separator: ":").map(String.init)
      // As curl has it: the port is the same.
      if parts.count == 3 { parts.append(parts[1]) }
      guard parts.count == 4 else {
        throw Failure(
          text: "--resolve \(rule): expected HOST:PORT:ADDRESS, or HOST:PORT:ADDRESS:PORT")
      }
      guard let port = Port.number(parts[1]), let to = Port.number(parts[3]) else {
        throw Failure(text: "--resolve \(rule): \(Port.expected) on both sides")
      }
      http.resolve["\(parts[0].lowercased()):\(port)"] = (parts[2], to)
      home.insert("http://\(parts[0])" + (port == 80 ? "" : ":\(port)"))
    }
    var wish = Browser.Wish()
    wish.person = person
    wish.password = password
    wish.denies = deny
    wish.scopes = scopes?.split(separator: ",").map(String.init)
    wish.choice = choose
    var browser = Browser(wish, jar: try jar()) { [http] in try http.send($0, to: $1) }
    browser.home = home
    browser.isHome = Self.isHome(url)
    if verbose { browser.say = { Streams.error(Visible.line($0)) } }
    let end = browser.visit(url)
    let kept = Result { try keep(browser.jar) }
    if case .left(let places, let body) = end, !browser.wasAsked {
      // A page of ours that says something, such as the front page.
      guard url.contains("?") else {
        throw Failure(
          text: Visible.line(
            "stuck at \(url): nobody signs in on this page; name an authorization URL, with its parameters"
          ), code: 3)
      }
      if let error = error(places, body) {
        Streams.error(
          Visible.line("the provider refused the request before it showed a page: \(error)")
            + quotingHint(error))
      } else {
        noteSilence()
      }
    }
    do {
      switch end {
      case .stuck(let why):
        throw Failure(text: Visible.line("stuck at \(why)") + hint(why), code: 3)
      case .left(let places, let body):
        if let choose, browser.wasAsked, !browser.hadChoice {
          Streams.error(Visible.line("--choose \(choose) had no effect: no page offers a choice"))
        }
        try left(places.map(PrintedURI.text), body, hasRefused: browser.hasRefused)
      }
    } catch {
      if case .failure(let failure as Failure) = kept { Streams.error(failure.text) }
      throw error
    }
    // The place is printed first: its code is worth something without the cookies.
    try kept.get()
  }

  /// How to go on, as a line of its own.
  private func hint(_ why: String) -> String {
    if why.contains(": no connection to "), HostName.isLoopback(WebAddress(url)?.host ?? "") {
      return "\nStart one with \"understudy serve\"."
    }
    if password != nil, why.contains(": the sign-in was refused") {
      return "\nThe cast has the passwords; without --password, the person's button is pressed."
    }
    return quotingHint(why)
  }

  /// A shell ends a command at an `&` that is not quoted, and the parameters behind it are missing.
  private func quotingHint(_ words: String) -> String {
    guard let query = url.split(separator: "?", maxSplits: 1).dropFirst().first,
      !query.contains("&")
    else { return "" }
    let missed = Set(["client_id", "response_type", "redirect_uri"])
      .subtracting([String(query.prefix { $0 != "=" })])
    let named = words.split { !$0.isLetter && $0 != "_" }.map(String.init)
    guard !missed.isDisjoint(with: named) else { return "" }
    return "\nThe URL has one parameter only. "
      + "In a shell, put it into quotation marks: an unquoted & ends the command."
  }

  /// Says which options had no effect, as no page has asked. With a cookie jar that is what is expected.
  private func noteSilence() {
    guard cookieJar == nil else { return }
    let given = [
      person.map { "--as \($0)" }, password.map { _ in "--password" },
      choose.map { "--choose \($0)" },
    ].compactMap { $0 }
    guard !given.isEmpty else { return }
    Streams.error(
      Visible.line(
        "no page has asked, so \(given.joined(separator: " and ")) had no effect: the server's standing answer signs somebody in"
      ))
  }

  private func keep(_ jar: CookieJar) throws {
    if let cookieJar { try Files.write(jar.json.text() + "\n", to: cookieJar) }
  }

  private func jar() throws -> CookieJar {
    guard let cookieJar, access(cookieJar, F_OK) == 0 else { return CookieJar() }
    let bytes = try Files.read(cookieJar)
    guard let tree = try? JSONReader().read(bytes, file: cookieJar).root,
      let jar = CookieJar(json: tree)
    else {
      throw Failure(
        text:
          "\(cookieJar): error: expected JSON as visit --cookie-jar writes it; remove the file to begin anew"
      )
    }
    return jar
  }

  /// The error of the response, with its description.
  private func error(_ places: [String], _ body: String?) -> String? {
    let place = places.first ?? ""
    let texts = [body ?? ""] + place.split { $0 == "?" || $0 == "#" }.dropFirst().map(String.init)
    return texts.lazy.map { Parameters(formEncoded: $0[...]) }.compactMap { parameters in
      parameters.first("error").map { error in
        error + (parameters.first("error_description").map { ": \($0)" } ?? "")
      }
    }.first
  }

  private func left(_ places: [String], _ body: String?, hasRefused: Bool) throws {
    for place in places { Streams.output(escaped: place) }
    if let body { Streams.output(body) }
    for place in places {
      guard let open else { break }
      let command = open.split(separator: "{url}", omittingEmptySubsequences: false)
        .joined(separator: ShellWord.quoted(place))
      let code = system(command)
      guard code == 0 else {
        throw Failure(text: "--open: the command failed: \(command)", code: 3)
      }
    }
    if error(places, body) != nil { throw ExitCode(1) }
    if deny {
      throw Failure(
        text: hasRefused
          ? "the provider was told that the person refuses, and its redirect has no error"
          : "--deny had no effect: no page asked for consent", code: 3)
    }
  }
}
