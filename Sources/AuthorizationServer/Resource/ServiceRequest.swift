import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

/// What a program sent: its parameters, wherever they stood, by the rules of one endpoint.
struct ServiceRequest {
  /// In the order in which they came; the first place that the endpoint reads counts first.
  private(set) var parameters: [Parameters.Parameter] = []
  private(set) var form = Parameters()
  private(set) var json: JSONValue?
  /// How often a name stood in one place, at most.
  private var repeats: [ExactText: Int] = [:]

  /// What can't be read.
  init() {}

  init(
    _ request: Request, _ query: Parameters, _ service: Service, _ repeated: Provider.Repeats
  ) throws(Refusal) {
    for place in service.reads {
      switch place {
      case .query:
        guard query.unreadable.isEmpty else { throw Self.unreadable("the query is not UTF-8") }
        take(query, repeated)
      case .form, .multipart, .json, .xml: break
      }
    }
    let bodies = service.reads.filter { $0 != .query }
    // The body of a GET means nothing (RFC 9110 §9.3.1), and holds no token (RFC 6750 §2.2).
    guard !request.body.isEmpty, !bodies.isEmpty, request.method != .get else { return }
    let header = request.headers[.contentType] ?? ""
    let type = header.prefix { $0 != ";" }.trimmed.lowercased()
    guard let place = bodies.first(where: { Self.types($0).contains(type) }) else {
      throw Refusal(
        condition: "content_type_unsupported", facts: ["value": type],
        sentence: type.isEmpty
          ? "the request has a body and no Content-Type" : "the Content-Type is \(type)",
        clause: "RFC 6749 §3.2",
        remedy: "send one of: " + bodies.flatMap(Self.types).joined(separator: ", "))
    }
    switch place {
    case .query: break
    case .form:
      form = Parameters(formEncoded: request.body)
      guard form.unreadable.isEmpty else { throw Self.unreadable("the form is not UTF-8") }
    case .multipart:
      guard let parts = Multipart.read(request.body, contentType: header) else {
        throw Self.unreadable("the multipart body is not well formed")
      }
      form = parts
    case .json: form = try readJSON(request.body)
    case .xml: form = Self.elements(request.body, service.elements)
    }
    if bodies.first.map({ service.reads.firstIndex(of: $0) == 0 }) ?? false {
      let later = parameters
      parameters = []
      take(form, repeated)
      for parameter in later where !parameters.contains(where: { $0.isNamed(parameter.name) }) {
        parameters.append(parameter)
      }
    } else {
      take(form, repeated)
    }
  }

  func first(_ name: String) -> String? { parameters.first { $0.isNamed(name) }?.value }
  func count(_ name: String) -> Int { repeats[ExactText(name)] ?? 0 }

  /// The same name in two places is one value: that of the first place.
  private mutating func take(_ more: Parameters, _ rule: Provider.Repeats) {
    let known = Set(parameters.map { ExactText($0.name) })
    var places: [ExactText: Int] = [:]
    let counts = Dictionary(more.list.map { (ExactText($0.name), 1) }, uniquingKeysWith: +)
    for parameter in more.list {
      let name = ExactText(parameter.name)
      repeats[name] = max(repeats[name] ?? 0, counts[name] ?? 1)
      if known.contains(name) { continue }
      if let place = places[name] {
        if rule != .first { parameters[place].value = parameter.value }
      } else {
        places[name] = parameters.count
        parameters.append(parameter)
      }
    }
  }

  private static func unreadable(_ sentence: String) -> Refusal {
    Refusal(
      condition: "body_unreadable", sentence: sentence, clause: "RFC 6749 Appendix B",
      remedy: "send what the Content-Type says, in UTF-8")
  }

  static func types(_ place: Service.Place) -> [String] {
    switch place {
    case .query: []
    case .form: ["application/x-www-form-urlencoded"]
    case .multipart: ["multipart/form-data"]
    case .json: ["application/json"]
    case .xml: ["application/xml", "text/xml"]
    }
  }

  private mutating func readJSON(_ body: [UInt8]) throws(Refusal) -> Parameters {
    let document: JSONDocument
    do {
      document = try JSONReader().read(body, file: "the body")
    } catch {
      throw Self.unreadable("the body is not JSON: \(error.sentence)")
    }
    json = document.root
    return Parameters(
      (document.root.objectValue ?? JSONObject()).map { .init($0.name, Filters.text($0.value)) })
  }

  /// The texts of named elements: no more is read of an XML body, and no entity is followed.
  private static func elements(
    _ body: [UInt8], _ wanted: [(name: String, element: String)]
  ) -> Parameters {
    let text = String(decoding: body, as: UTF8.self)
    return Parameters(
      wanted.compactMap { name, element in
        for open in text.ranges(of: element) {
          // `<element …>` or `<prefix:element …>`, and nothing else.
          let before = text[..<open.lowerBound].last
          guard before == "<" || before == ":",
            let end = text[open.upperBound...].firstIndex(of: ">")
          else { continue }
          let rest = text[text.index(after: end)...]
          guard let close = rest.firstIndex(of: "<") else { continue }
          return .init(name, String(rest[..<close]).trimmed)
        }
        return nil
      })
  }
}

extension StringProtocol {
  /// Without spaces and tabs at either end (RFC 9110 §5.6.3).
  var trimmed: String {
    let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
    guard let first = firstIndex(where: { !blank($0) }), let last = lastIndex(where: { !blank($0) })
    else { return "" }
    return String(self[first...last])
  }
}
