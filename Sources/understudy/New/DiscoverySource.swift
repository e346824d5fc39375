import Basics
import Engine
import Fetcher
import ProviderModel
import UserAgent

/// Where a discovery document comes from: a file, the document's address, or an issuer.
struct DiscoverySource {
  /// The document's address, or the file.
  let name: String
  let document: JSONObject

  /// - Parameter text: A URL or a path.
  init(_ text: String) throws {
    guard text.hasPrefix("https://") || text.hasPrefix("http://") else {
      guard !text.contains("://") else {
        throw Failure(text: "--from \(text): expected an https or http address, or a file")
      }
      guard access(text, F_OK) == 0 || text.contains("/") || text.hasSuffix(".json") else {
        throw Failure(
          text: "--from \(text): there is no such file; did you mean https://\(text)?")
      }
      self.name = text
      document = try Self.read(try Files.read(text), text)
      return
    }
    var failures: [String] = []
    for address in Self.addresses(text) {
      do {
        document = try Self.read(try Self.fetch(address), address)
        name = address
        return
      } catch let failure as Failure {
        failures.append(failure.text)
      }
    }
    throw Failure(text: failures.joined(separator: "\n"))
  }

  /// The document's own address, or those at which an issuer has one (OpenID Connect Discovery §4, RFC 8414 §3).
  static func addresses(_ text: String) -> [String] {
    guard !text.contains("/.well-known/"), !text.hasSuffix(".json") else { return [text] }
    let issuer = text.hasSuffix("/") ? String(text.dropLast()) : text
    let uri = URIReference(issuer)
    return [
      "\(issuer)/.well-known/openid-configuration",
      "\(uri.scheme)://\(uri.authority)/.well-known/oauth-authorization-server\(uri.path)",
    ]
  }

  private static func fetch(_ address: String) throws -> [UInt8] {
    // The user has named this address, so its host is allowed.
    let host = WebAddress(address)?.host ?? ""
    let fetcher = WebDocumentFetcher(FetchHosts([host])) { "check the address of \($0)" }
    switch fetcher.document(at: address).result {
    case .failed(_, let why, let remedy):
      throw Failure(
        text: "--from \(address) \(why); \(remedy), or save the document and name the file")
    case .content(let content) where content.status != 200:
      throw Failure(
        text: "--from \(address): expected status 200, found \(content.status); "
          + "name the address of the document itself, or save the document and name the file")
    case .content(let content): return content.body
    }
  }

  private static func read(_ bytes: [UInt8], _ name: String) throws -> JSONObject {
    let root: JSONValue
    do {
      root = try JSONReader().read(bytes, file: name).root
    } catch {
      throw Failure(
        text: "\(name):\(error.origin.line):\(error.origin.column): error: \(error.sentence); "
          + "expected a discovery document, which is JSON")
    }
    guard let document = root.objectValue else {
      throw Failure(
        text: "\(name): error: expected a discovery document, an object, found \(root.kindName)")
    }
    return document
  }
}
