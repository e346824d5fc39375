import Basics
import UserAgent

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

  /// The same client, whose redirect URIs on the loopback name the port at which it was told to listen.
  func listening(at port: UInt16?) -> ClientFacts {
    guard let port, !redirectURIs.isEmpty else { return self }
    var client = self
    let places = redirectURIs.map { text in
      guard let address = WebAddress(text), address.scheme == "http",
        address.authority == address.host, ["127.0.0.1", "[::1]"].contains(address.host)
      else { return text }
      return "http://\(address.host):\(port)\(address.target)"
    }
    client.put("redirect_uris", JSONValue(.array(places.map { JSONValue(.string($0)) })))
    return client
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
