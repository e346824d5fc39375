import Basics
import HTTPTypes
import ProviderModel

/// Reads the body of a call in the ways that its endpoint knows.
struct BodyReader {
  let endpoint: Endpoint

  private var service: Service { _read { yield endpoint.service } }
  private var catalogue: Condition.Catalogue { endpoint.kind.catalogue }

  /// The parameters of a body, and the body itself if it is JSON.
  struct Body {
    let parameters: Parameters
    var document: JSONValue?
  }

  /// The body; `nil` if none counts.
  func body(of request: Request) throws(Refusal) -> Body? {
    // The body of a GET or HEAD means nothing (RFC 9110 §9.3.1), and holds no token (RFC 6750 §2.2).
    guard !request.body.isEmpty, request.method != .get, request.method != .head,
      service.reads.contains(where: { $0 != .query })
    else { return nil }
    let header = request.headers[.contentType] ?? ""
    if Self.isPlainForm(header), service.reads.contains(.form) {
      return Body(parameters: try form(request.body))
    }
    let bodies = service.reads.filter { $0 != .query }
    let type = Headers.mediaType(header)
    // RFC 9110 §8.3 lets the recipient look what a body is that does not say so: a form has no line breaks, as parts have.
    if type.isEmpty, let untyped = service.untyped {
      if untyped == .json { return try json(request.body) }
      if !request.body.contains(where: { $0 < 0x20 }) {
        return Body(parameters: try form(request.body))
      }
    }
    guard let place = bodies.first(where: { Self.types($0).contains(type) }) else {
      throw Refusal(
        .contentTypeUnsupported, at: catalogue, facts: [("value", type)],
        type.isEmpty
          ? "the request has a body and no Content-Type" : "the Content-Type is \(type)",
        remedy: "send one of: \(bodies.flatMap(Self.types).joined(separator: ", "))")
    }
    switch place {
    case .query: return nil
    case .form: return Body(parameters: try form(request.body))
    case .multipart:
      guard let parts = Multipart.read(request.body, contentType: header) else {
        throw unreadable("the multipart body is not well formed")
      }
      return Body(parameters: parts)
    case .json: return try json(request.body)
    case .xml: return Body(parameters: elements(request.body))
    }
  }

  private func form(_ body: [UInt8]) throws(Refusal) -> Parameters {
    let form = Parameters(formEncoded: body)
    guard form.unreadable.isEmpty else { throw unreadable("the form is not UTF-8") }
    return form
  }

  private static let plainForm = "application/x-www-form-urlencoded"
  /// What nearly every client sends: known without cutting the header apart.
  private static func isPlainForm(_ header: String) -> Bool { ExactText.same(header, plainForm) }

  func unreadable(_ sentence: String) -> Refusal {
    Refusal(
      .bodyUnreadable, at: catalogue, sentence,
      remedy: "send what the Content-Type says, in UTF-8")
  }

  static func types(_ place: Service.Source) -> [String] {
    switch place {
    case .query: []
    case .form: [plainForm]
    case .multipart: ["multipart/form-data"]
    case .json: ["application/json"]
    case .xml: ["application/xml", "text/xml"]
    }
  }

  private func json(_ body: [UInt8]) throws(Refusal) -> Body {
    do {
      let root = try JSONReader().read(body, file: "the body").root
      return Body(
        parameters: Parameters(
          (root.objectValue ?? JSONObject()).map { .init($0.name, Value.text(of: $0.value)) }),
        document: root)
    } catch {
      throw unreadable("the body is not JSON: \(error.sentence)")
    }
  }

  /// The texts of named elements: no more is read of an XML body, and no entity is followed.
  private func elements(_ body: [UInt8]) -> Parameters {
    Parameters(
      service.elements.compactMap { name, element in
        Self.text(of: Array(element.utf8), in: body).map { .init(name, $0) }
      })
  }

  /// The bytes that may follow the name of an element.
  private static let endsName = Array(" \t\r\n/>".utf8)

  /// The text of the first `<element …>` or `<prefix:element …>`. Looks at each byte a bounded number of times.
  private static func text(of element: [UInt8], in body: [UInt8]) -> String? {
    var rest = body[...]
    while let open = ByteSearch.position(of: element, in: rest) {
      rest = rest[(open + element.count)...]
      guard open > 0, body[open - 1] == UInt8(ascii: "<") || body[open - 1] == UInt8(ascii: ":"),
        let next = rest.first, Self.endsName.contains(next)
      else { continue }
      // What is never closed is closed for no later element either.
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")),
        let close = rest[end...].firstIndex(of: UInt8(ascii: "<"))
      else { return nil }
      return String(String(decoding: rest[(end + 1)..<close], as: UTF8.self)[...].trimmed)
    }
    return nil
  }
}
