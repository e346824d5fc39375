import Basics

/// A JSON object with the metadata of a client or its keys, in the body of a request or in a document.
enum MetadataObject {
  /// The largest depth.
  private static let mostDepth = 16

  struct Flaw: Error {
    /// The rest of a sentence that starts with the body or the document.
    let text: String
  }

  static func read(_ bytes: [UInt8]) throws(Flaw) -> JSONObject {
    let document: JSONDocument
    do {
      document = try JSONReader(maximumDepth: mostDepth, maximumBytes: FetchedDocument.mostBytes)
        .read(bytes, file: "the metadata")
    } catch {
      throw Flaw(text: "is not JSON: \(error.sentence)")
    }
    if let twice = document.duplicates.first {
      throw Flaw(text: "has the member \(twice.name) twice")
    }
    guard let object = document.root.objectValue else {
      throw Flaw(text: "is \(document.root.kindName)")
    }
    return object
  }
}
