import Basics
import ProviderModel

/// The content of documents: a JSON object, as the metadata of a client and its keys are, or a text.
extension FetchedDocument {
  /// The reason why a document can't be used.
  struct Flaw: Error, Sendable {
    enum Kind: Sendable { case refusedHost, unfetched, tooLarge, unreadable }
    let kind: Kind
    /// The rest of a sentence that starts with the document.
    let why: String
    let remedy: String
  }

  /// Returns the members of the object, and the content that they were read from.
  func object() throws(Flaw) -> (members: JSONObject, content: Content) {
    let content = try content(most: Self.mostBytes)
    return (try Self.members(of: content), content)
  }

  /// Returns the texts of an array.
  func list() throws(Flaw) -> [String] {
    let content = try content(most: Self.mostBytes)
    func unreadable(_ why: String) -> Flaw {
      Flaw(
        kind: .unreadable, why: why, remedy: "serve a JSON array of strings as application/json")
    }
    let type = Headers.mediaType(content.type)
    guard type == "application/json" else {
      throw unreadable(type.isEmpty ? "has no Content-Type" : "has the Content-Type \(type)")
    }
    guard let array = try? JSONReader(maximumDepth: 4).read(content.body, file: "").root.arrayValue
    else { throw unreadable("is no JSON array") }
    let texts = array.compactMap(\.stringValue)
    guard texts.count == array.count else {
      throw unreadable("holds something else than strings")
    }
    return texts
  }

  /// Returns a document that holds a text, such as a JWT.
  /// - Parameter types: its possible media types.
  func text(most: Int, types: [String]) throws(Flaw) -> String {
    let content = try content(most: most)
    let type = Headers.mediaType(content.type)
    guard types.contains(type) else {
      throw Flaw(
        kind: .unreadable,
        why: type.isEmpty ? "has no Content-Type" : "has the Content-Type \(type.shortened)",
        remedy: "serve it as \(types.joined(separator: " or "))")
    }
    // A line end after it is an editor's.
    return String(String(decoding: content.body, as: UTF8.self)[...].trimmed)
  }

  private func content(most: Int) throws(Flaw) -> Content {
    let content: Content
    switch result {
    case .content(let found): content = found
    case .failed(let failure, let why, let remedy):
      let kind: Flaw.Kind =
        switch failure {
        case .refusedHost: .refusedHost
        case .unreached: .unfetched
        case .tooLarge: .tooLarge
        }
      throw Flaw(kind: kind, why: why, remedy: remedy)
    }
    guard content.status == 200 else {
      throw Flaw(
        kind: .unfetched,
        why: (300..<400).contains(content.status)
          ? "is redirected (status \(content.status)), and redirects are not followed"
          : "was answered with status \(content.status)",
        remedy: "serve it at exactly this address, with status 200")
    }
    guard content.body.count <= most else {
      throw Flaw(
        kind: .tooLarge, why: "has \(content.body.count) bytes",
        remedy: "shorten it to \(most >> 10) KiB")
    }
    return content
  }

  private static func members(of content: Content) throws(Flaw) -> JSONObject {
    func unreadable(_ why: String) -> Flaw {
      Flaw(
        kind: .unreadable, why: why, remedy: "serve one JSON object as application/json")
    }
    let type = Headers.mediaType(content.type)
    guard type == "application/json" || type.hasSuffix("+json") else {
      throw unreadable(type.isEmpty ? "has no Content-Type" : "has the Content-Type \(type)")
    }
    do {
      return try MetadataObject.read(content.body)
    } catch {
      throw unreadable(error.text)
    }
  }
}

extension FetchedDocument.Content {
  /// The seconds for which a document is fresh (RFC 9111 §5.2.2), within the bounds of the rule.
  func lifetime(_ rule: ClientDocumentRule) -> Int {
    var seconds = rule.lifetime
    for part in cacheControl.lowercased().split(separator: ",") {
      let directive = part.trimmed
      if directive == "no-store" || directive == "no-cache" { return rule.shortest }
      if directive.hasPrefix("max-age=") {
        // A number that is too large for an integer is as good as endless (RFC 9111 §1.2.2).
        let digits = directive.dropFirst("max-age=".count)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
          continue
        }
        seconds = Int(digits) ?? rule.longest
      }
    }
    return min(max(seconds, rule.shortest), rule.longest)
  }
}
