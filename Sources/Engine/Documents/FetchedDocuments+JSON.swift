import Basics

/// Fetched documents in the log of a sandbox.
extension FetchedDocuments {
  package var isEmpty: Bool {
    client == nil && keys == nil && request == nil && issuerKeys.isEmpty && sector == nil
  }

  private var all: [(kind: NeededDocument.Kind, document: FetchedDocument)] {
    let single: [(NeededDocument.Kind, FetchedDocument?)] = [
      (.client, client), (.keys, keys), (.request, request), (.sector, sector),
    ]
    return single.compactMap { kind, document in document.map { (kind, $0) } }
      + issuerKeys.map { (.issuerKeys, $0) }
  }

  package var json: JSONValue {
    JSONValue(
      .array(
        all.map { kind, document in
          var object: JSONObject = [
            "for": JSONValue(.string(kind.rawValue)),
            "address": JSONValue(.string(document.address)),
          ]
          switch document.result {
          case .content(let content):
            object["status"] = JSONValue(.number(String(content.status)))
            object["type"] = JSONValue(.string(content.type))
            object["cache_control"] = JSONValue(.string(content.cacheControl))
            object["body_base64url"] = JSONValue(.string(Base64URL.encode(content.body)))
          case .failed(let failure, let why, let remedy):
            object["failure"] = JSONValue(.string(failure.rawValue))
            object["why"] = JSONValue(.string(why))
            object["remedy"] = JSONValue(.string(remedy))
          }
          return JSONValue(.object(object))
        }))
  }

  /// - Returns: `nil` if it is not what `json` writes.
  package init?(json: JSONValue) {
    guard let list = json.arrayValue else { return nil }
    self.init()
    for value in list {
      guard let kind = value["for"]?.stringValue.flatMap(NeededDocument.Kind.init),
        let address = value["address"]?.stringValue, let result = Self.result(value)
      else { return nil }
      add(FetchedDocument(address, result), as: kind)
    }
  }

  private static func result(_ value: JSONValue) -> FetchedDocument.Result? {
    if let failure = value["failure"]?.stringValue.flatMap(FetchedDocument.Failure.init) {
      return .failed(
        failure, why: value["why"]?.stringValue ?? "", remedy: value["remedy"]?.stringValue ?? "")
    }
    guard let status = value["status"]?.integerValue, let type = value["type"]?.stringValue,
      let body = value["body_base64url"]?.stringValue.flatMap({ Base64URL.decode($0) })
    else { return nil }
    return .content(
      .init(
        status: status, type: type, cacheControl: value["cache_control"]?.stringValue ?? "",
        body: body))
  }
}
