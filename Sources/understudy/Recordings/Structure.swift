import Basics
import HTTPTypes

/// A body, or an address, as values that can be compared.
enum Structure {
  case none
  case json(JSONValue)
  /// Parameters, as an object of texts.
  case form(JSONValue)
  /// Text without a structure that matters to programs.
  case text(String)
  /// A page, a script or a picture: what people see.
  case page

  init(_ body: [UInt8], _ headers: Headers) {
    let type = headers.mediaType
    guard let first = body.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      self = .none
      return
    }
    if [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first),
      let tree = try? JSONReader().read(body, file: "").root
    {
      self = .json(tree)
    } else if Self.isPage(type) || first == UInt8(ascii: "<") && !type.hasSuffix("xml") {
      self = .page
    } else if type == "application/x-www-form-urlencoded" || Self.looksLikeForm(body) {
      self = .form(Self.object(Parameters(formEncoded: body)))
    } else {
      self = .text(String(decoding: body, as: UTF8.self))
    }
  }

  static func isPage(_ type: String) -> Bool {
    ["text/html", "application/xhtml+xml", "text/css", "text/javascript"].contains(type)
      || ["image/", "font/", "video/", "audio/"].contains { type.hasPrefix($0) }
      || type.hasSuffix("javascript") || type == "application/wasm"
  }

  private static func looksLikeForm(_ body: [UInt8]) -> Bool {
    body.contains(UInt8(ascii: "=")) && body.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3C }
  }

  static func object(_ parameters: Parameters) -> JSONValue {
    var object = JSONObject()
    for parameter in parameters.list { object[parameter.name] = .init(.string(parameter.value)) }
    return JSONValue(.object(object))
  }

  /// An address: its place, and the parameters of its query and its fragment.
  static func address(_ text: String) -> JSONValue {
    let uri = URIReference(text)
    let place = text.prefix { $0 != "?" && $0 != "#" }
    // Browsers write a path after a host.
    let isBare = uri.path.isEmpty && ["http", "https"].contains(uri.scheme.lowercased())
    var object: JSONObject = ["address": .init(.string(place + (isBare ? "/" : "")))]
    if let query = uri.query, !query.isEmpty {
      object["query"] = Self.object(Parameters(formEncoded: query))
    }
    if let fragment = uri.fragment, !fragment.isEmpty {
      object["fragment"] = Self.object(Parameters(formEncoded: fragment))
    }
    return JSONValue(.object(object))
  }

  /// The values with members, if there are any.
  var tree: JSONValue? {
    switch self {
    case .json(let tree), .form(let tree): tree
    default: nil
    }
  }

  var name: String {
    switch self {
    case .none: "no body"
    case .json: "JSON"
    case .form: "a form"
    case .text: "text"
    case .page: "a page"
    }
  }
}
