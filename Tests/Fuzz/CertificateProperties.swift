import Basics
import X509

@testable import Certificates
@testable import JOSE

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Blocks of a PEM text are written and read again as the same; a trust store holds what went in; a folder gives a CA only
/// where certificate and key belong together; a certificate is for the host that was asked for.
enum CertificateProperties {
  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    try checkBlocks(text)
    try checkStore(text)
    try checkFolder(bytes)
    let line = text.prefix { !$0.isNewline }
    try checkLeaf(String(line.prefix(300)))
  }

  private static let now = 1_600_000_000

  private static func checkBlocks(_ text: String) throws {
    let blocks: [PEMBlock]
    do throws(KeyError) { blocks = try PEM.blocks(text) } catch {
      let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      return try hold(
        error.line.map { (1...lines).contains($0) } ?? true, "a line is not there: \(error)")
    }
    let open = blocks.filter { !$0.isEncrypted }
    let written = open.map { block in
      "-----BEGIN \(block.label)-----\n\(Base64.encode(block.der))\n-----END \(block.label)-----\n"
    }
    let again = try PEM.blocks(written.joined())
    try hold(
      again.map(\.der) == open.map(\.der)
        && zip(again, open).allSatisfy { ExactText.same($0.label, $1.label) },
      "blocks are written and read as others")
  }

  private static func checkStore(_ text: String) throws {
    let certificates = JavaTrustStore.certificates(pem: text).prefix(100)
    let named = certificates.enumerated().map { (name: "ca-\($0)", der: $1) }
    var rest = JavaTrustStore.bytes(named, at: now)[...]
    func take(_ count: Int) throws -> [UInt8] {
      try hold(rest.count >= count, "a trust store breaks off")
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    func number(_ count: Int) throws -> Int { try take(count).reduce(0) { $0 << 8 | Int($1) } }
    try hold(try number(4) == 0xFEED_FEED && number(4) == 2, "a trust store has another head")
    try hold(try number(4) == named.count, "a trust store counts wrong")
    for (name, der) in named {
      try hold(try number(4) == 2, "\(name) is no certificate")
      let length = try number(2)
      try hold(try take(length) == Array(name.utf8), "\(name) has another name")
      try hold(try number(8) == now * 1_000, "\(name) has another date")
      try hold(try take(number(2)) == Array("X.509".utf8), "\(name) has another type")
      try hold(try take(number(4)) == der, "\(name) has other bytes")
    }
    try hold(rest.count == 20, "behind a trust store stand \(rest.count) bytes")
  }

  // MARK: The CA

  private static let own = Result { try CertificateAuthority(at: now) }

  private static func checkFolder(_ bytes: [UInt8]) throws {
    // Most inputs are no certificate, and files are written for each.
    guard bytes.starts(with: Array("-----BEGIN C".utf8)) else { return }
    let own = try own.get()
    var template = Array("/tmp/understudy-fuzz-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Broken(description: "no folder") }
    let folder = CertificateFolder(String(cString: made))
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try write(Array(own.key.pemRepresentation.utf8), to: folder.keyFile)
    chmod(folder.keyFile, 0o600)
    try write(bytes, to: folder.certificateFile)
    guard let read = try? folder.authority(at: now).authority else { return }
    let isOwn = read.certificate.publicKey == own.certificate.publicKey
    try hold(isOwn && read.notAfter > now, "a folder gives a CA that its key does not fit")
    try write(Array(read.pem.utf8), to: folder.certificateFile)
    let again = try folder.authority(at: now).authority
    try hold(again.der == read.der, "a CA is written and read as another one")
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "wb") else { throw Broken(description: "can't write \(path)") }
    defer { fclose(file) }
    try hold(fwrite(bytes, 1, bytes.count, file) == bytes.count, "\(path) is not whole")
  }

  private static func checkLeaf(_ name: String) throws {
    let authority = try own.get()
    let usual = ["localhost"]
    var options = LeafBook<Leaf>.Options()
    options.usual = usual
    let book = LeafBook(authority, options: options, now: { now }, make: { $0 })
    guard let leaf = book.identity(for: name) else {
      throw Broken(description: "there is no certificate for \(name.shown)")
    }
    let certificate = try Certificate(derEncoded: leaf.certificate)
    let names = try certificate.extensions.subjectAlternativeNames.map(Array.init) ?? []
    let isUsual = names == [.dnsName("localhost")]
    let isNamed = names.count == 1 && "\(names)".contains(name.lowercased())
    let isAddress = LeafNames.address(name) != nil && names.count == 1
    try hold(isUsual || isNamed || isAddress, "the certificate for \(name.shown) is for \(names)")
  }
}
