/// What our user agent does otherwise than a person at a browser.
package struct Agent: Sendable {
  package enum Delivery: String, Sendable, CaseIterable {
    case once, twice, never
    /// By another browser, which has begun a sign-in of its own.
    case otherJar = "other-jar"
    /// By another browser, which was never here.
    case newJar = "new-jar"
    /// One that nobody asked for comes first, then the proper one where the client still waits.
    case unsolicited
    /// The proper one, and right after its response the changed one.
    case followed

    package var isByAnotherBrowser: Bool { self == .otherJar || self == .newJar }
  }
  package enum Place: String, Sendable, CaseIterable { case query, fragment }
  package enum Alteration: String, Sendable, CaseIterable {
    /// Upper case becomes lower case and the reverse. A value without letters gets one more character.
    case otherCase = "case"
    /// One character more.
    case longer
    /// The last character is gone.
    case shorter
    /// A space at the end.
    case spaced
    /// Another first character.
    case otherStart = "other-start"
    /// The first character is gone.
    case cutStart = "cut-start"

    package func applied(to value: String) -> String {
      switch self {
      case .otherCase:
        let other = String(
          value.map { $0.isUppercase ? Character($0.lowercased()) : Character($0.uppercased()) })
        return other == value ? value + "x" : other
      case .longer: return value + "x"
      case .shorter: return String(value.dropLast())
      case .spaced: return value + " "
      case .otherStart: return (value.hasPrefix("x") ? "y" : "x") + value.dropFirst()
      case .cutStart: return String(value.dropFirst())
      }
    }
  }
  package enum Decision: String, Sendable, CaseIterable { case allow, deny }

  package struct Sent: Sendable {
    package var method = "GET"
    /// Path and query at the callback's host; `nil` replays the callback.
    package var path: String?
    package var body = ""
    /// Only this many bytes of the request are sent, then the connection is closed.
    package var cut: Int?
  }

  package var delivery = Delivery.once
  /// Parameters of the callback, in this order: set, drop, append, prepend.
  package var set: [(name: String, value: String)] = []
  package var drop: [String] = []
  package var append: [(name: String, value: String)] = []
  package var prepend: [(name: String, value: String)] = []
  package var place: Place?
  package var method = "GET"
  /// Where the callback goes in the place of the redirect URI's path: another one, or without a slash at its beginning what
  /// is added to it.
  package var path: String?
  /// Parameters of which every byte is percent-encoded.
  package var encode: [String] = []
  /// Parameters whose values are a little other than they came.
  package var alter: [(name: String, how: Alteration)] = []
  /// What is added behind the parameters, byte for byte.
  package var raw: String?
  package var before: [Sent] = []
  package var after: [Sent] = []
  package var decision = Decision.allow
  package var logins = 1
  /// Whether these sign-ins are made in one browser, which keeps its cookies.
  package var keepsBrowser = false
  /// So many times the start URL is opened in one browser before the sign-in that it leads to is done.
  package var begins = 1
  /// Parameters of the authorization request whose values are a little other than the client sent them.
  package var alterRequest: [(name: String, how: Alteration)] = []
  /// Parameters of later authorization requests that come with the values of the first one.
  package var earlier: [String] = []
  /// Parameters that are added to the start URL.
  package var start: [(name: String, value: String)] = []
  /// Header fields of the requests to the start URL's host, until the browser leaves it.
  package var headers: [(name: String, value: String)] = []
  /// So many times the program is run, one after another, with the same home.
  package var runs = 1
  /// Seconds that pass at the provider between two of these runs.
  package var idle = 0
  /// So many copies of it make the last of these runs at once.
  package var together = 1
  /// Whether the last of these runs is told another issuer than the runs before.
  package var moves = false
  /// Whether the program is run again also where the run before did not end well.
  package var insists = false

  package init() {}

  /// Whether any browser would do: nothing is asked for that a person does not do.
  package var isOrdinary: Bool {
    delivery == .once && set.isEmpty && drop.isEmpty && append.isEmpty && prepend.isEmpty
      && place == nil
      && method == "GET" && path == nil && encode.isEmpty && alter.isEmpty && raw == nil
      && before.isEmpty
      && after.isEmpty && logins == 1 && begins == 1 && alterRequest.isEmpty && earlier.isEmpty
      && start.isEmpty && headers.isEmpty
      && runs == 1 && together == 1
  }
}
