// What a provider is, once its fixture is read: typed, checked, and ignorant of any provider's name.
// It knows what a fixture can say; it does not know how a request is decided.
import HTTPMessages
import JSON

/// One real service at one time, as its fixture describes it with the quirks that are on.
public struct Provider: Sendable {
  public var id = ""
  public var title = ""
  public var asOf = ""
  public var hosts: [Host] = []
  public var variables: [(name: String, rule: Variable)] = []
  public var foldsPaths = false
  public var repeats = Repeats.last
  public var tables: [String: TableRule] = [:]
  public var endpoints: [Endpoint] = []
  public var links: [String: Link] = [:]
  public var flow = Flow()
  public var parameters: [(name: String, rule: Parameter)] = []
  public var redirect = RedirectRule()
  public var scope = ScopeRule()
  public var answers: [String: AnswerShape] = [:]
  public var modes: [String] = []
  public var styles: [String: QueryStyle] = [:]
  public var credentials: [String: Credential] = [:]
  public var people: [(name: String, value: Template)] = []
  public var sessionCookie = CookieRule()
  public var browserCookie = CookieRule()
  public var pages: [String: Page] = [:]
  public var templates: [String: Template] = [:]
  public var shapes: [String: WireShape] = [:]
  /// Table → condition; `*` stands for every condition that is not named.
  public var errors: [String: [String: ErrorEntry]] = [:]
  public var checks: [CheckPhase: [Check]] = [:]
  public var quirks: [Quirk] = []
  /// What a page's ticket looks like: the hidden value that ties a form to its request.
  public var ticket: Pattern?
  /// The status of a redirect that answers a POST.
  public var afterPost = 302
  public var challenge = ChallengePolicy()
  public var token = TokenService()
  /// Signature algorithms of this provider, and the key id that a recording shows.
  public var signing: [(algorithm: String, kid: String?)] = []
  /// Records of the cast's tables that a grant leads to.
  public var lookups: [(name: String, rule: Lookup)] = []
  /// Values of the address that a grant is bound to, by name.
  public var binds: [(name: String, value: Template)] = []

  public enum Repeats: String, Sendable, CaseIterable { case first, last, refuse }
  /// When a fixture's own checks run: see `Authorization`.
  public enum CheckPhase: String, Sendable, CaseIterable { case address, request, scope, session }

  public struct Host: Sendable {
    public var name: String
    /// `login.example.com`, or with one variable: `{tenant}.login.example.com`.
    public var pattern: String
  }

  /// A variable of an address, such as a tenant.
  public struct Variable: Sendable {
    public var fallback: String?
    /// The cast's table in which it must be found, or the list that must hold it.
    public var table: String?
    public var among: Template?
    public var condition = ""
  }

  /// The first record of a table whose key, with a `/` behind it, begins an element of a list.
  ///
  /// It is found under its name, with the rests of all such elements in `names`.
  public struct Lookup: Sendable {
    public var table: String
    public var list: Template
  }

  public struct TableRule: Sendable {
    public var key: String
    public var also: [String]
    public var folds: Bool
  }

  public struct Link: Sendable {
    public var endpoint: String
    public var query: Shape
    /// The whole query, where order and coding are the client's own.
    public var raw: Template?
  }

  public struct Parameter: Sendable {
    /// As it stands on the wire.
    public var wire = ""
    public var fallback: Shape?
    public var values: [String]?
    /// The value is a list of words (OpenID Connect Core §3.1.2.1, `prompt`).
    public var isList = false
    /// A word that may not stand beside others.
    public var alone: String?
    /// Digits only.
    public var isNumber = false
    public var invalid = "parameter_invalid"
  }

  public struct RedirectRule: Sendable {
    public enum Match: String, Sendable, CaseIterable {
      case exact
      /// Scheme, host and path; any query.
      case path
      /// Host and path; the registered query may be added to at its end.
      case append
    }
    public var match = Match.exact
    public var anyLoopbackPort = false
    public var fallback: Template?
    /// When it may be left out by a client that has registered exactly one (RFC 6749 §3.1.2.3).
    public var omit: Predicate?
    /// Errors about the URI go to the first registered one instead of a page.
    public var mismatchToFirst = false
  }

  public struct ScopeRule: Sendable {
    public var split = " "
    public var fallback: [String] = []
    public var required = false
    public var known: [(name: String, title: String)] = []
    public var patterns: [Pattern] = []
    /// The client's own id is a scope.
    public var clientID = false
    public var table: (name: String, prefix: String, names: String)?
    public var bits: [(name: String, bit: Int)] = []
    public var any = false
  }

  public struct AnswerShape: Sendable {
    public var mode: Shape
    public var parameters: Shape
    public var gives: [(credential: String, when: Predicate)]
    /// What stands behind the redirect, as it is.
    public var suffix = ""
  }

  public struct Credential: Sendable {
    public enum Form: Sendable {
      case text(Template)
      /// A JSON Web Token: header and claims as shapes, and the name of a signature algorithm.
      case jwt(header: Shape, claims: Shape, algorithm: Template)
    }
    public var form: Form
    /// Seconds; 0 never expires.
    public var lifetime: Shape
    /// A century: no lifetime is longer.
    public static let mostSeconds = Bounds.century
  }

  public struct CookieRule: Sendable {
    public var name: Template?
    public var value: Pattern?
    public var site = false
  }

  public struct Page: Sendable {
    public var template = ""
    public var status = 200
    public var labels: [(name: String, text: Template)] = []
    public var fields: [(name: String, text: String)] = []
    public var hidden: Shape = .empty
    public var submit: String?
    public var deny: String?
    public var more: [(label: Template, link: String)] = []
  }

  /// How an answer looks on the wire.
  public struct WireShape: Sendable {
    public enum Form: Sendable {
      /// `auto` follows the response mode of the request.
      case redirect(mode: String, parameters: Shape, style: QueryStyle?)
      case json(Shape, JSONStyle)
      case text(Template)
      case page(String)
      case empty
      /// Another shape, by what the client accepts; the last one is the rule.
      case accept([(type: String, shape: String)])
    }
    public var form: Form
    public var status: Int
    public var contentType: String?
    public var headers: [(name: String, value: Template)]
  }

  public struct ErrorEntry: Sendable {
    public var shape: String
    /// `code`, `text`, … as the shape's templates read them under `err`.
    public var facts: [(name: String, value: Shape)]
    public var status: Int?
    public var afterLogin: Bool
  }

  /// A rule of the provider's own that a request must pass.
  public struct Check: Sendable {
    public var name: String
    public var each: Template?
    public var when: Predicate
    public var fail: String
    /// What was wrong, how to mend it, and which clause says so: for people and journals.
    public var why: Template?
    public var remedy: Template?
    public var clause: String?
  }
}
