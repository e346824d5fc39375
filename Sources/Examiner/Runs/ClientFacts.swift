import Basics

/// As what the client is registered: by the profile, the check and the command line.
package struct ClientFacts {
  var id: String
  var secret: String?
  var redirectURIs: [String]
  /// Whether redirect URIs and scopes that the client sends are registered as they come.
  package var takesWhatComes = true
  var record: JSONValue
  /// Whether it gets its id from the server (RFC 7591), and none from us.
  var registersItself: Bool { id.isEmpty }

  /// - Parameter record: a client as it stands in a cast.
  package init(_ record: JSONValue) {
    self.record = record
    id = record["client_id"]?.stringValue ?? ""
    secret = record["secret"]?.stringValue
    redirectURIs = (record["redirect_uris"]?.arrayValue ?? []).compactMap(\.stringValue)
  }

  mutating func put(_ name: String, _ value: JSONValue) {
    var object = record.objectValue ?? JSONObject()
    object[name] = value
    record = JSONValue(.object(object))
    self = ClientFacts(record, takesWhatComes)
  }

  /// The same client with other members (RFC 7396).
  func merged(_ patch: JSONValue) -> ClientFacts {
    ClientFacts(patch.merged(into: record), takesWhatComes)
  }

  private init(_ record: JSONValue, _ takesWhatComes: Bool) {
    self.init(record)
    self.takesWhatComes = takesWhatComes
  }

  /// Without what its address says already.
  var body: JSONValue {
    var object = record.objectValue ?? JSONObject()
    object["provider"] = nil
    object["client_id"] = nil
    return JSONValue(.object(object))
  }
}
