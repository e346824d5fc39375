import Basics

extension Rule {
  package struct Effect: Sendable {
    /// A condition of the provider's catalogue. The provider refuses the request with its own response.
    package var condition: Condition?
    package var answer: RawAnswer?
    /// Milliseconds before the first byte.
    package var delay = 0
    /// The number of body bytes after which the connection ends.
    package var truncate: Int?
    package var drip: Drip?
    package var reset = false
    package var close = false
    /// The provider decides on the request, and its answer is lost.
    package var lost: Loss?
    /// Redirects and pages before the page that the browser requested.
    package var detour: [Hop] = []
    package var change: Change?
    /// A fault of the host's certificate. It affects handshakes only.
    package var tls: TLSFault?

    package init() {}
  }

  /// How an answer is lost on its way.
  package enum Loss: String, Sendable, CaseIterable { case close, reset }

  /// How a browser is sent on.
  package enum Hop: String, Sendable, CaseIterable {
    /// A redirect to an absolute address, or to a relative one.
    case redirect, relative
    /// A page with a link, a page that refreshes itself, or a page with a script.
    case link, refresh, script
  }

  package struct RawAnswer: Sendable {
    package var status = 200
    package var headers: [(name: String, value: String)] = []
    package var body = ""
    /// How often the body is repeated. Large bodies are made when they are sent.
    package var times = 1

    package init() {}
  }

  package struct Drip: Sendable {
    /// The size of a piece.
    package var bytes = 1
    /// The milliseconds between pieces.
    package var every = 100

    package init() {}
  }
}

extension Rule.Effect: RulePart {
  static let declaration: Declaration = .init(
    "effect", "The effect of a rule on a matching request.",
    [
      .init(
        Property(
          "condition", .name(of: "condition"),
          "The provider refuses the request with its own response, as if this condition held.",
          example: "\"code_expired\"")
      ) { effect, reader, _ in
        effect.condition = reader.string("condition").map { Condition($0) }
        return effect.condition != nil
      },
      .object("answer", \.answer, "The server sends this answer instead of the provider's.")
        .example(
          #"{ "status": 503, "headers": { "Retry-After": "5" } }"#),
      .milliseconds(
        "delay", \.delay, "The time before the answer, ten minutes at most.",
        example: "\"PT1.5S\""),
      .whole(
        "truncate", \.truncate, in: Bounds.count,
        "The number of body bytes after which the connection ends.", example: "20"),
      .object("drip", \.drip, "The body is sent in pieces.").example(
        #"{ "bytes": 16, "every": 250 }"#),
      .flag("reset", \.reset, "Whether a TCP reset replaces the answer."),
      .flag("close", \.close, "Whether the connection closes without an answer."),
      .choice(
        "lost", \.lost,
        "The provider decides on the request, and its answer is lost: the connection closes, or is reset."
      ),
      .choices(
        "detour", \.detour,
        "Redirects and pages before the page that the browser requested; each keeps the query. At endpoints of the kind `authorize`.",
        example: "[\"redirect\", \"relative\", \"link\"]"),
      .object("change", \.change, "Changes to the provider's own answer.").example(
        #"{ "set": { "expires_in": -1 }, "drop": ["refresh_token"] }"#),
      .choice(
        "tls", \.tls,
        "A fault of the certificate that the host shows at the handshake. It must be the only effect, `match` may name only `host`, and the rule must be in the default sandbox."
      ),
    ], nothing: "",
    conflicts: [
      .init(
        among: ["condition", "answer", "reset", "close"],
        "condition, answer, reset and close exclude one another"),
      .init(
        ["reset", "close"], with: ["truncate", "drip"],
        "reset and close send nothing that truncate could cut off or drip could slow down"),
      .init(
        ["lost"], with: ["answer", "close", "drip", "reset", "truncate"],
        "lost drops the provider's own response: use it without answer, close, drip, "
          + "reset and truncate"),
      .init(
        ["detour"], with: ["answer", "reset", "close", "condition", "change", "lost"],
        "detour leads to the provider's own response: put the change of that response into a separate rule"
      ),
      .init(
        ["change"], with: ["answer", "reset", "close"],
        "change edits the provider's response, and answer, reset and close replace it: use one of them"
      ),
    ])
}

extension Rule.Drip: RulePart {
  static let declaration: Declaration = .init(
    "drip", "A body that is sent in pieces.",
    [
      .whole(
        "bytes", \.bytes, in: Bounds.most, "The size of a piece, in bytes.", example: "16"),
      .milliseconds("every", \.every, "The time between pieces.", example: "250"),
    ])
}

extension Rule.RawAnswer: RulePart {
  static let declaration: Declaration = .init(
    "rule's answer", "An answer that replaces the provider's.",
    [
      .whole("status", \.status, in: Bounds.status, "The HTTP status.", example: "503"),
      .init(
        Property(
          "headers", .map(.fields, keys: "header names"),
          "The headers. A list sends several fields of one name. Headers of the connection, such as Content-Length, Connection and Date, are not allowed.",
          example: "{ \"Retry-After\": \"5\" }")
      ) { answer, reader, context in
        answer.headers = context.readFields(&reader, "headers").flatMap { field in
          field.values.map { (field.name, $0) }
        }
        return !answer.headers.isEmpty
      },
      .text("body", \.body, "The body, as text.", example: "\"down for maintenance\""),
      .init(
        Property("json", .any, "The body, as JSON.", example: "{ \"error\": \"server_error\" }")
      ) { answer, reader, _ in
        guard let json = reader.member("json") else { return false }
        answer.body = json.text()
        if !answer.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
          answer.headers.append(("Content-Type", "application/json"))
        }
        return true
      },
      .whole(
        "repeat", \.times, in: Bounds.repeats,
        "How often the body is repeated; the whole body has 16 MiB at most.", example: "100000"),
    ],
    conflicts: [
      .init(["body"], with: ["json"], "body and json are two bodies; an answer has one")
    ])

  /// The largest set of headers that clients accept and the server can send.
  private static let mostHeaderBytes = 16_384

  func check(_ reader: FixtureReader, _ context: RuleReader) {
    if [204, 304].contains(status), !body.isEmpty {
      reader.findings.error(
        reader.value, reader.pointer,
        "an answer of status \(status) has no body (RFC 9110 §6.4.1); leave it out")
    }
    let size = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    if size > Self.mostHeaderBytes {
      reader.findings.error(
        reader.value["headers"], reader.at("headers"),
        "expected \(Self.mostHeaderBytes) bytes of headers at most, found \(size)")
    }
    let mostBodyBytes = Bounds.repeats.upperBound
    if body.utf8.count * times > mostBodyBytes {
      reader.findings.error(
        reader.value["repeat"], reader.at("repeat"),
        "expected a body of \(mostBodyBytes) bytes at most, found \(times) times \(body.utf8.count)"
      )
    }
  }
}
