import Basics

extension JWS {
  /// Takes a compact token apart, without looking at its signature (RFC 7515 §5.2, steps 1 to 7).
  ///
  /// Strict where readers differ: base64url without padding or stray bits, each member name once, the
  /// header an object with a string `alg`, the payload JSON.
  /// - Parameter maximumBytes: how long a token may be.
  /// - Throws: the first thing that keeps it from being a JWS.
  package static func parse(_ text: String, maximumBytes: Int = 64 << 10) throws(JWSError) -> Parsed
  {
    guard text.utf8.count <= maximumBytes else {
      throw JWSError("expected at most \(maximumBytes) bytes of token, found \(text.utf8.count)")
    }
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: dot, omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      let hint = parts.count == 5 ? "; is it an encrypted token (RFC 7516)?" : ""
      throw JWSError("expected three parts with dots between them, found \(parts.count)\(hint)")
    }
    guard let header = try json(parts[0], "header").objectValue else {
      throw JWSError("expected the header to be an object, found another kind of value")
    }
    guard let algorithm = header["alg"]?.stringValue else {
      throw JWSError("expected the header to name its algorithm in \"alg\", found no such string")
    }
    let kid = header["kid"]
    guard kid == nil || kid?.stringValue != nil else {
      throw JWSError("expected \"kid\" in the header to be a string, found \(kid?.kindName ?? "")")
    }
    let payload = try json(parts[1], "payload")
    guard let signature = Base64URL.decode(parts[2]) else {
      throw JWSError("expected the signature to be base64url without padding, found something else")
    }
    return Parsed(
      header: header, payload: payload,
      signingInput: Array(bytes[..<parts[1].endIndex]),
      signature: signature, algorithm: algorithm, kid: kid?.stringValue)
  }

  private static func json(
    _ part: ArraySlice<UInt8>, _ name: String
  ) throws(JWSError) -> JSONValue {
    guard let bytes = Base64URL.decode(part) else {
      throw JWSError("expected the \(name) to be base64url without padding, found something else")
    }
    let document: JSONDocument
    do {
      document = try JSONReader().read(bytes, file: name)
    } catch {
      // The reader's sentence may quote what it found, and tokens are secrets.
      throw JWSError(
        "expected the \(name) to be JSON, found that it stops being that at line "
          + "\(error.origin.line), column \(error.origin.column)")
    }
    guard document.duplicates.isEmpty else {
      throw JWSError("expected each member once in the \(name), found a name twice (RFC 7515 §4)")
    }
    return document.root
  }
}
