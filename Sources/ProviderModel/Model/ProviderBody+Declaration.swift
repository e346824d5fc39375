import Basics

/// Fields of a provider file, as a whole.
extension ProviderBody: ProviderPart {
  static let declaration: Declaration = .init(
    "provider",
    "One service: its endpoints, the format of its responses, and its reasons for refusals.",
    about + places + requests + owners + bindings + grants + looks + responses)

  typealias Field = Declaration.Field

  private static let about: [Field] = [
    .version,
    .text(
      "id", \.id,
      "The provider's ID: lowercase letters, digits and `-`. On the common port, addresses start with it.",
      example: "\"example\""
    ).required.inherited(.never),
    .text("title", \.title, "The display name.", example: "\"Example\"")
      .required.inherited(.never),
    .text(
      "as_of", \.asOf, "The date of the behavior that the file describes.", example: "\"2020-10\""
    ).inherited(.never),
    .readElsewhere(
      Property(
        "extends", .name(of: "provider"), "The provider from which the rest is inherited.",
        example: "\"standard\"", inherited: .never)),
    .texts("sources", \.sources, "The sources of the file.", example: "[\"RFC 6749\"]"),
    .words(
      "inferred", \.inferred,
      "JSON Pointers (RFC 6901) to values that no source shows and the author had to choose.",
      example: "[\"/credentials/code/lifetime\"]"
    ).inherited(.never),
    .init(
      Property(
        "absent", .list(.text),
        "Features of the service that the file leaves out, for readers.",
        example: "[\"pages for signing up\"]", inherited: .never)
    ) { _, reader, _ in reader.list("absent") != nil },
    .init(
      Property(
        "claims", .list(.text),
        "Claims that templates use without `?`, in addition to those of the bundled cast and of `people`.",
        example: "[\"nickname\"]", inherited: .never)
    ) { _, reader, _ in reader.list("claims") != nil },
    .readElsewhere(
      Property(
        "quirks", .list(.declared(Quirk.self)),
        "Deviations from the standard. Each can be switched on and off.", inherited: .never)
    ).example(
      #"[{ "id": "no-state", "summary": "The redirect lacks state.", "evidence": { "grade": "observed", "source": "a recording of 2026-03" }, "patch": { "answers": { "code": { "parameters": { "state": null } } } } }]"#
    ),
  ]

  private static let places: [Field] = [
    .map(
      "hosts", \.hosts, .text, keys: "names that addresses begin with",
      "The host names of the service. The first one gets the short addresses. A name may contain one variable, such as `{tenant}.example.test`: it stands for one label, and has a domain behind it.",
      example: "{ \"main\": \"login.example.test\" }"
    ) { entry, vocabulary in
      guard let text = entry.value.stringValue else {
        let name = entry.name.split(separator: "/").first { $0.contains(".") }
        entry.findings.error(
          entry.value, entry.pointer,
          "expected a host name behind a short name, such as \"main\": \"\(name ?? "login.example.test")\", found \(entry.value.found)"
        )
        return nil
      }
      _ = HostPattern.flaw(of: text).map { entry.findings.error(entry.value, entry.pointer, $0) }
      if text.contains(where: \.isUppercase) {
        entry.findings.error(
          entry.value, entry.pointer,
          "host names have small letters here, as browsers send them; write \"\(text.lowercased())\""
        )
      }
      let pattern = HostPattern(text)
      let variable = pattern.variable.flatMap { vocabulary.variables.firstIndex(of: $0) }
      return .init(name: entry.name, pattern: pattern, variable: variable)
    }.required.inherited(.never),
    .flag("fold_paths", \.foldsPaths, "Whether paths are case-insensitive."),
    .whole(
      "after_post", \.afterPost, in: Bounds.redirectAfterPost,
      "The status of a redirect that answers a POST.", example: "303"),
    .pattern(
      "ticket", \.ticket, "The format of a ticket, which ties a page's form to its request.",
      example: "\"[A-Za-z0-9_-]{32}\""),
    .choice(
      "repeats", \.repeats,
      "The value that applies if a parameter is repeated; `refuse` refuses the request."),
    .objects(
      "vars", \.variables, keys: "names that stand in addresses as `{NAME}`",
      "Rules for variables of addresses. `{{vars.NAME}}` needs an entry, which may be empty: `{}`."
    ).example(
      #"{ "tenant": { "default": "common" } }"#
    ).inherited(.never),
    .objects(
      "tables", \.tables, keys: "names of tables", "Lists of records that a cast provides."
    ).example(
      #"{ "apis": { "key": "uri" } }"#
    ).inherited(.never),
    .objects(
      "lookups", \.lookups, keys: "names below `found`", "Records that a request selects."
    ).example(
      #"{ "api": { "table": "apis", "prefix_of": "{{grant.scope}}" } }"#
    ).inherited(.never),
    .init(
      Property(
        "bases",
        .map(.list(.text), keys: "names that addresses begin with, as they do with a host's"),
        "Prefixes that several endpoints share: an endpoint at `NAME:/path` has an address under each of them.",
        example: "{ \"v2\": [\"main:/{tenant}\", \"main:/tfp/{tenant}\"] }", inherited: .never)
    ) { _, reader, vocabulary in
      for entry in reader.entries("bases") {
        if entry.value.arrayValue == nil {
          entry.findings.error(
            entry.value, entry.pointer,
            "expected an array of addresses, found \(entry.value.found)")
        } else if vocabulary.hosts.contains(entry.name) {
          entry.findings.error(
            entry.value, entry.pointer,
            "\"\(entry.name)\" is a host, and no endpoint could have an address of it; give the base another name"
          )
        }
      }
      return true
    },
    .objects(
      "endpoints", \.endpoints, keys: "names of endpoints", "The endpoints and their addresses."
    ).example(
      #"{ "token": { "kind": "token", "at": "main:/oauth/token" } }"#
    ).required.inherited(.never),
    .objects(
      "links", \.links, keys: "names below `links`",
      "The provider's own addresses, for pages and responses."
    ).example(
      #"{ "help": { "to": "login", "query": { "topic": "password" } } }"#
    ).inherited(.never),
  ]

  private static let requests: [Field] = [
    .parameters(
      \.parameters, "The parameters of the authorization request. Others are ignored.", example: ""
    ).example(
      #"{ "client_id": { "name": "app_id" }, "redirect_uri": {}, "scope": {}, "state": {} }"#
    ).inherited(.replaced(level: 1)),
    .object(
      "code_challenge", \.challenge, "The requirements for a code challenge (RFC 7636)."
    ).example(
      #"{ "required": "public", "plain": false }"#
    ).inherited(.never),
    .object(
      "redirect_uri", \.redirect,
      "The redirect URIs that the provider accepts (RFC 6749 §3.1.2)."
    ).example(
      #"{ "match": "exact", "any_loopback_port": true }"#
    ).inherited(.replaced(level: 1)),
    .object(
      "scope", \.scope, "The scopes that a client may request (RFC 6749 §3.3)."
    ).example(
      #"{ "split": ",", "default": ["profile"], "known": { "profile": "see your name" } }"#
    ).inherited(.replaced(level: 1)),
    .map(
      "response_modes", \.modes, .flag, keys: "names of response modes",
      known: ResponseMode.names, of: "response mode",
      "The values of `response_mode` that a client may send. Without any, the parameter is ignored.",
      example: "{ \"query\": true, \"fragment\": true }"
    ) { entry, _ in entry.value.boolValue == true ? entry.name : nil }
    .inherited(.replaced(level: 1)),
    .init(
      Property(
        "checks",
        .map(
          .map(.declared(Check.self), keys: "names of checks"), keys: "phases",
          known: CheckPhase.allCases.map(\.rawValue)),
        "The provider's own checks of the authorization request, by phase: `address` before the client is known, `request` when errors can be sent to the client, `scope` together with the scopes, `session` after a person has signed in.",
        inherited: .never)
    ) { provider, reader, vocabulary in
      for entry in reader.entries("checks", of: "phase") {
        guard let phase = CheckPhase(rawValue: entry.name) else { continue }
        provider.checks[phase] = entry.entries.compactMap { inner in
          let check: Check? = inner.readWhole(vocabulary)
          if check?.isEarly == true {
            inner.findings.error(
              inner.value["early"], inner.pointer + "/early",
              "\"early\" has no effect here: the phase says when the check runs; remove it")
          }
          return check
        }
      }
      return true
    }.example(
      #"{ "request": { "needs-nonce": { "when": { "not": { "has": "req.nonce" } }, "fail": "nonce_missing" } } }"#
    ),
    .object(
      "flow", \.flow, "The stages between the authorization request and its response."
    ).example(
      #"{ "stages": { "login": {}, "consent": { "ask": "always" } } }"#
    ).inherited(.never),
  ]

  private static let looks: [Field] = [
    .object(
      "try_out", \.tryOut,
      "How to try the provider by hand, from the page at `/` and from the control API."
    ).example(
      #"{ "scope": ["openid", "email"] }"#),
    .objects(
      "styles", \.styles, keys: "where it is used", known: ["query", "fragment", "link"],
      of: "style",
      "The percent-encoding of parameters: in the query and the fragment of a redirect, and in links."
    ).example(
      #"{ "query": { "space": "percent" } }"#
    ).inherited(.replaced(level: 2)),
    .map(
      "templates", \.templates, .template, keys: "names",
      "Parts of pages, in the template language.",
      example: "{ \"plain\": [\"<!doctype html>\", \"<p>{{labels.text}}</p>\"] }"
    ) { entry, vocabulary in
      vocabulary.inPages().template(entry.value, entry.pointer, entry.findings)
        ?? Template(literal: "")
    }.inherited(.replaced(level: 2)),
    .objects("pages", \.pages, keys: "names", "A page that people see.").example(
      #"{ "login": { "template": "login", "labels": { "title": "Sign in to Example" } } }"#),
    .map(
      "shapes", \.shapes, .declared(AnswerShape.self), keys: "names", "The formats of responses.",
      example: ""
    ) { entry, vocabulary in entry.read(vocabulary.inAnswers()) }.example(
      #"{ "me": { "json": { "id": "{{person.sub}}", "email": "{{person.email?}}" } } }"#
    )
    .inherited(.replaced(level: 2)),
  ]

  mutating func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    names = CanonicalParameters.Names(vocabulary.parameters)
    claims = vocabulary.claims
    for shape in shapes { shape.takeContentType(from: contentTypes) }
    if let pattern = try? Pattern("[a-z0-9][a-z0-9-]{0,40}"), !pattern.matches(id) {
      reader.findings.error(
        reader.value["id"], "/id",
        "expected an id of lowercase letters, digits and '-', found \"\(id)\"")
    }
    if let title = reader.value["title"], title.stringValue?.allSatisfy(\.isWhitespace) == true {
      reader.findings.error(
        title, reader.at("title"), "expected the name of the service, found an empty text")
    }
    if let date = reader.value["as_of"], let text = date.stringValue,
      let pattern = try? Pattern("[0-9]{4}(-(0[1-9]|1[0-2])(-[0-3][0-9])?)?"),
      !pattern.matches(text)
    {
      reader.findings.error(
        date, reader.at("as_of"),
        "expected a date such as \"2026\" or \"2026-08\", found \"\(text)\"")
    }
    for pointer in inferred where reader.value.value(at: pointer) == nil {
      reader.findings.add(
        Diagnostic(
          .warning, at: reader.value["inferred"]?.origin, "/inferred",
          "there is nothing at \"\(pointer)\", so nothing there is inferred"))
    }
  }
}
