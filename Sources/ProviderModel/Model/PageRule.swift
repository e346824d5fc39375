import Basics

package struct PageRule: Sendable {
  private var templateName = ""
  /// A place in the provider's templates.
  private(set) var template: Int?
  package private(set) var status = 200
  package private(set) var labels: [(name: String, text: Template)] = []
  package private(set) var fields: [(name: String, text: String)] = []
  package private(set) var hidden: Shape = .empty
  /// Links.
  private(set) var submit: Int?
  private(set) var deny: Int?
  private(set) var more: [(label: Template, link: Int)] = []

  init() {}
  init(named name: String) { templateName = name }

  package func field(_ name: String) -> String? { fields.first { $0.name == name }?.text }
}

extension PageRule: ProviderPart {
  static let declaration: Declaration = .init(
    "page", "A page that people see.",
    [
      .text(
        "template", \.templateName, type: .name(of: "template"), "The template of the page.",
        or: "the template of its name", example: "\"login\""),
      .whole("status", \.status, in: Bounds.status, "The HTTP status.", example: "400"),
      .map(
        "labels", \.labels, .template, keys: "names below `labels`", "The texts of the page.",
        example: "{ \"title\": \"Sign in\" }"
      ) { entry, vocabulary in
        vocabulary.inPages().template(entry.value, entry.pointer, entry.findings).map {
          (entry.name, $0)
        }
      },
      .map(
        "fields", \.fields, .text, keys: "names below `fields`",
        "The names of its fields on the wire: `username` and `password` of a login; `allow`, `allow_value`, `deny` and `deny_value` of a consent.",
        example: "{ \"username\": \"email\", \"password\": \"pass\" }"
      ) { entry, _ in
        guard let name = entry.value.stringValue, !name.isEmpty else {
          entry.findings.error(
            entry.value, entry.pointer,
            "expected the name of a field, found \(entry.value.found); leave it out")
          return nil
        }
        return (entry.name, name)
      },
      .init(
        Property("hidden", .value, "The hidden fields.", example: "{ \"ticket\": \"{{txn.id}}\" }")
      ) { page, reader, vocabulary in
        page.hidden = reader.shape("hidden", vocabulary.inPages()) ?? .empty
        return true
      },
      .part(
        "submit", .link, \.submit, "The link to which its form is sent.", example: "\"login\""),
      .part("deny", .link, \.deny, "The link behind Cancel.", example: "\"deny\""),
      .map(
        "more", \.more, .name(of: "link"), keys: "texts of links", "Further links.",
        example: "{ \"Other account\": \"login\" }"
      ) { entry, vocabulary in
        let (value, pointer, findings) = (entry.value, entry.pointer, entry.findings)
        let label = vocabulary.template(JSONValue(.string(entry.name)), pointer, findings)
        let link = vocabulary.checkPart(.link, value.stringValue ?? "", value, pointer, findings)
        guard let label, let link else { return nil }
        return (label, link)
      },
    ])

  mutating func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    reader.checkParameters("hidden")
    if [204, 205].contains(status) || (300..<400).contains(status) {
      reader.findings.error(
        reader.value["status"], reader.at("status"),
        "a browser shows no page with the status \(status); leave the status out for 200")
    }
    template = vocabulary.templates.firstIndex(of: templateName)
    guard template == nil else { return }
    reader.findings.error(
      reader.value, reader.pointer,
      "there is no template \"\(templateName)\""
        + Suggestion.hint(for: templateName, among: vocabulary.templates))
  }
}

/// An address of the provider, for responses and pages.
struct LinkRule: Sendable {
  var name = ""
  /// A place in the provider's endpoints.
  var endpoint = -1
  var query: Shape = .empty
  /// The raw query, if the client's order and encoding have to be kept.
  var raw: Template?
  /// The host of its address: a place in the provider's hosts; `nil` if the request decides.
  var host: Int?
  /// Values of variables of its address: places in the provider's variables.
  var variables: [(slot: Int, value: Template)] = []

  init() {}
  init(named name: String) { self.name = name }

  /// Whether it can't differ between two requests to one address.
  var isOfAddress: Bool {
    let facts = query.facts + variables.flatMap(\.value.facts)
    return !query.draws && raw == nil && facts.allSatisfy(\.isOfAddress)
  }
}

extension LinkRule: ProviderPart {
  static let declaration: Declaration = .init(
    "link", "An address of the provider.",
    [
      .part(
        "to", .endpoint, \.endpoint,
        "The endpoint. If it has several addresses, the link uses the requested one, else one on the requested host, else one on the host whose name is most similar; of several of these the first.",
        example: "\"login\""
      ).required,
      .init(
        Property(
          "host", .name(of: "host"),
          "The host of the address that it uses, whichever host is requested.",
          or: "as `to` says", example: "\"accounts\"")
      ) { link, reader, vocabulary in
        guard let name = reader.string("host") else { return false }
        link.host = vocabulary.hosts.firstIndex(of: name)
        if link.host == nil {
          reader.findings.error(
            reader.value["host"], reader.at("host"),
            "there is no host \"\(name)\"" + Suggestion.hint(for: name, among: vocabulary.hosts))
        }
        return true
      },
      .map(
        "vars", \.variables, .template, keys: "variables",
        "Values of variables of its address, in place of those of the request. An empty one has no effect.",
        example: "{ \"tenant\": \"{{found.domain.tenant}}\" }"
      ) { entry, vocabulary in
        guard let slot = vocabulary.variables.firstIndex(of: entry.name) else {
          entry.findings.error(
            entry.value, entry.pointer,
            "there is no variable \"\(entry.name)\""
              + Suggestion.hint(for: entry.name, among: vocabulary.variables))
          return nil
        }
        return vocabulary.template(entry.value, entry.pointer, entry.findings).map { (slot, $0) }
      },
      .value(
        "query", \.query, "The query parameters.", example: "{ \"ticket\": \"{{txn.id}}\" }"),
      .template(
        "raw_query", \.raw, "More of the query, without encoding.",
        example: "\"next={{req.path|encode:/}}\""),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) { reader.checkParameters("query") }
}

package struct CookieRule: Sendable {
  package var name: Template?
  package var value: Pattern?
  /// All hosts of the provider's site share the cookie.
  package var site = false
  /// For the cookie of a link: the query parameter whose value ends the cookie's name.
  package var parameter: String?
}

extension CookieRule: ProviderPart {
  static let link = "link"

  static let declaration: Declaration = .init(
    "cookie", "A cookie that pages set.",
    [
      .template("name", \.name, "Its name.", example: "\"session\"").required,
      .pattern(
        "value", \.value, "The format of the value.", example: "\"[A-Za-z0-9_-]{32}\""),
      .flag("site", \.site, "Whether all hosts of the provider's site share the cookie."),
      .init(
        Property(
          "parameter", .text, "The query parameter whose value is the end of the cookie's name.",
          example: "\"RelayState\"", only: "the cookie \"link\"")
      ) { cookie, reader, _ in
        guard reader.pointer.hasSuffix("/\(link)") else { return false }
        cookie.parameter = reader.string("parameter", required: true)
        return true
      },
    ])
}
