import Basics
import HTTPTypes

/// The format of a response.
///
/// A class, so that requests share it without copying. Only its declaration writes to it, while the fixture is read.
package final class AnswerShape: @unchecked Sendable {
  package enum Form: Sendable {
    case redirect(Redirect)
    case json(Shape, JSONStyle)
    case text(Template)
    /// Parameters in `application/x-www-form-urlencoded`.
    case form(Shape)
    case page(String)
    case empty
    /// Another shape, selected by the Accept header.
    case accept([(type: String, shape: Int)])
  }
  package struct Redirect: Sendable {
    /// The response mode; `nil` if it is that of the request.
    package private(set) var mode: String?
    package private(set) var parameters: Shape = .empty
    package private(set) var style: QueryStyle?
    /// A text after the redirect URI and its parameters.
    package private(set) var suffix = ""

    private static let auto = "auto"

    init() {}
  }
  @exclusivity(unchecked) package private(set) var name = ""
  @exclusivity(unchecked) package private(set) var form = Form.page("error")
  @exclusivity(unchecked) package private(set) var status = 200
  @exclusivity(unchecked) package private(set) var contentType: String?
  @exclusivity(unchecked) package private(set) var headers: [(name: String, value: Template)] = []
  /// Whether all responses at one address are the same: then the response is cached.
  @exclusivity(unchecked) private(set) var isKept = false
  /// Whether writing it uses random text.
  @exclusivity(unchecked) package private(set) var draws = false
  /// Whether it contains the server's keys.
  @exclusivity(unchecked) package private(set) var showsKeys = false
  private var ownStatus: Int?
  private var hasForm = false

  init() {}
  convenience init(named name: String) {
    self.init()
    self.name = name
  }

  /// Whether it has a status of its own.
  package var hasStatus: Bool { ownStatus != nil }

  /// The member that holds its content.
  var content: String {
    switch form {
    case .redirect: "redirect"
    case .json: "json"
    case .text: "text"
    case .form: "form"
    case .page: "page"
    case .empty: "empty"
    case .accept: "accept"
    }
  }

  /// Takes the provider's Content-Type for such content, if it has none of its own.
  func takeContentType(from types: [(content: String, type: String)]) {
    contentType = contentType ?? types.first { $0.content == content }?.type
  }

  /// All facts that its body names.
  var facts: [Fact] {
    switch form {
    case .json(let shape, _): shape.facts
    case .redirect(let redirect): redirect.parameters.facts
    case .text(let template): template.facts
    case .form(let shape): shape.facts
    case .page, .empty, .accept: []
    }
  }
}

extension AnswerShape: ProviderPart {
  static let declaration: AnswerShape.Declaration = .init(
    "shape",
    "The format of a response. It has one of `redirect`, `json`, `text`, `form`, `empty`, `accept` and `page`.",
    [
      .whole(
        "status", \.ownStatus, in: Bounds.status, "The HTTP status.",
        or: "200; 400 for a page; a redirect has 302 or `after_post`", example: "401"),
      .text(
        "content_type", \.contentType, "The Content-Type.",
        or: "the one of `content_types`, or the type of its content",
        example: "\"application/json; charset=utf-8\""),
      .map(
        "headers", \.headers, .template, keys: "header names", "Further headers.",
        example: "{ \"X-App\": \"{{client.client_id}}\" }"
      ) { entry, vocabulary in HeaderText.read(entry, vocabulary).map { (entry.name, $0) } },
      form(
        Property(
          "redirect", .declared(Redirect.self), "The response is a redirect to the client.",
          example:
            #"{ "parameters": { "error": "{{err.code}}", "state": "{{req.state?}}" } }"#)
      ) { reader, vocabulary in
        reader.value("redirect", as: Redirect.self, vocabulary).map { .redirect($0) }
      },
      form(
        Property(
          "json", .value, "The response is JSON.", example: "{ \"error\": \"{{err.code}}\" }")
      ) { reader, vocabulary in
        guard reader.value["json"] != nil else { return nil }
        let style = reader.value("style", as: JSONStyle.self, vocabulary) ?? .compact
        return .json(reader.shape("json", vocabulary, style: style) ?? .empty, style)
      },
      .readElsewhere(
        Property("style", .declared(JSONStyle.self), "The format of the JSON.")
      ).example(
        #"{ "space": true }"#
      ).only("shapes of JSON") { if case .json = $0.form { true } else { false } },
      form(
        Property(
          "text", .template, "The response is a text.", example: "\"error={{err.code}}\"",
          only: others)
      ) { reader, vocabulary in reader.template("text", vocabulary).map { .text($0) } },
      form(
        Property(
          "form", .value,
          "The response is a form (`application/x-www-form-urlencoded`): its parameters, in order.",
          example: "{ \"error\": \"{{err.code}}\", \"error_description\": \"{{err.text?}}\" }",
          only: others)
      ) { reader, vocabulary in reader.shape("form", vocabulary).map { .form($0) } },
      form(
        Property("empty", .flag, "The response has no body.", or: "false", only: others)
      ) { reader, _ in reader.bool("empty") == true ? .empty : nil },
      form(
        Property(
          "accept", .map(.name(of: "shape"), keys: "media types"),
          "The shape depends on the Accept header. The first one applies if none fits, and to `*/*`.",
          example: "{ \"application/xml\": \"xml\", \"application/json\": \"json\" }",
          only: others)
      ) { reader, vocabulary in
        let types = reader.entries("accept")
        guard !types.isEmpty else { return nil }
        return .accept(
          types.compactMap { entry in
            if !HeaderText.isMediaType(entry.name) {
              reader.findings.error(
                entry.value, entry.pointer,
                "expected a media type such as application/json (RFC 9110 §8.3.1), found \"\(entry.name)\""
              )
            }
            return vocabulary.checkPart(
              .shape, entry.value.stringValue, reader.value["accept"], reader.at("accept"),
              reader.findings
            ).map { (entry.name, $0) }
          })
      },
      form(
        Property(
          "page", .name(of: "page"), "The response is a page.", example: "\"error\"",
          only: others)
      ) { reader, vocabulary in
        let page = reader.string("page")
        if reader.value["page"] == nil {
          reader.findings.error(
            reader.value, reader.pointer,
            "expected the content of the response, found none; add json, text, form, page, redirect or accept, or \"empty\": true for a response without a body"
          )
        }
        vocabulary.checkPart(
          .page, page, reader.value["page"], reader.at("page"), reader.findings)
        return page.map { .page($0) }
      },
    ])

  private static let others = "shapes that have no other content"

  /// The field of one form. The first form of a shape applies, and no further one is read.
  private static func form(
    _ property: Property, _ read: @escaping @Sendable (inout FixtureReader, Vocabulary) -> Form?
  ) -> AnswerShape.Declaration.Field {
    .init(property) { shape, reader, vocabulary in
      guard !shape.hasForm, let form = read(&reader, vocabulary) else { return false }
      shape.form = form
      shape.hasForm = true
      return true
    }
  }

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    switch form {
    case .json(let shape, _):
      isKept = !shape.draws && shape.facts.allSatisfy(\.isOfAddress) && headers.isEmpty
      draws = shape.draws
    case .text(let template): draws = template.draws
    case .form(let shape):
      draws = shape.draws
      reader.checkParameters("form")
    case .page: status = 400
    case .redirect, .empty, .accept: break
    }
    checkStatus(ownStatus, reader)
    if contentType != nil {
      _ = HeaderText.mediaType(
        reader.value["content_type"], reader.at("content_type"), reader.findings)
    }
    status = ownStatus ?? status
    draws = draws || headers.contains { $0.value.draws }
    showsKeys = facts.contains { if case .keys = $0 { true } else { false } }
  }
}

extension AnswerShape.Redirect: ProviderPart {
  static let declaration: Declaration = .init(
    "redirect", "A response that goes to the client's redirect URI.",
    [
      .text(
        "mode", \.mode, type: .choice([auto] + ResponseMode.transports),
        "The response mode; `auto` is the mode of the request.", or: "`auto`", example: ""),
      .object("style", \.style, "The encoding of the parameters.", or: "`styles`").example(
        #"{ "space": "percent" }"#),
      .value(
        "parameters", \.parameters, "The parameters, in order.",
        example: "{ \"error\": \"{{err.code}}\", \"state\": \"{{req.state?}}\" }"
      ).required,
      .text(
        "suffix", \.suffix, "A text after the redirect URI and its parameters.",
        example: "\"#_\""),
    ])

  mutating func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    ResponseMode.check(reader, also: [Self.auto])
    reader.checkParameters("parameters")
    if mode == Self.auto { mode = nil }
  }
}

extension JSONStyle: ProviderPart {
  init() { self = .compact }

  static let declaration: Declaration = .init(
    "json style", "The format of JSON.",
    [
      .flag("space", \.space, "Whether a space follows `:` and `,`."),
      .flag("slash", \.escapedSlash, "Whether `/` is escaped."),
      .flag("ascii", \.ascii, "Whether all characters outside ASCII are escaped."),
      .whole(
        "indent", \.indent, in: 0...8,
        "The number of spaces by which each level is indented; each member and each element is on a line of its own.",
        or: "everything on one line", example: "2"),
    ])
}

extension QueryStyle: ProviderPart {
  init() { self.init(space: .plus) }

  static let declaration: Declaration = .init(
    "query style", "The percent-encoding of parameters.",
    [
      .choice("space", \.space, "The encoding of a space: `+`, `%20`, or a space."),
      .word(
        "hex", \.isLowercase, among: ["lower", "upper"],
        "The case of the hexadecimal digits: `%2f` or `%2F`.", or: "`upper`"
      ) { $0 == "lower" },
      .text(
        "safe", \.safe,
        "The characters that stay unencoded, in addition to letters and digits.",
        or: "`-_.~`", example: "\"-_.*\""),
    ])

  mutating func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    guard let text = reader.value["safe"]?.stringValue,
      let odd = text.unicodeScalars.first(where: {
        "&#%".unicodeScalars.contains($0) || $0.value <= 0x20 || $0.value >= 0x7F
      })
    else { return }
    reader.findings.error(
      reader.value["safe"], reader.at("safe"),
      "\"\(odd)\" can't stay unencoded: it would end a parameter, or change its value (RFC 3986 §3.4); remove it"
    )
  }

  private var isLowercase: Bool? {
    get { lowercaseHex }
    set { lowercaseHex = newValue ?? false }
  }
}
