import Basics
import Testing
import X509

@testable import Certificates

@Suite("The book of certificates")
struct LeafBookTests {
  /// The time that a book goes by, and what it has told.
  private final class Stage: Sendable {
    let now = Lock(noon)
    let told = Lock<[String]>([])
    let forbidden = Lock<[String]>([])
    let lapsed = Lock(0)
    let made = Lock(0)

    func book(_ change: (inout LeafBook<[String]>.Options) -> Void = { _ in }) throws
      -> LeafBook<[String]>
    {
      var options = LeafBook<[String]>.Options()
      options.knows = { $0.hasSuffix("vk.com") || $0.hasSuffix("localhost") }
      options.unknown = { [told] host in told.withLock { $0.append(host) } }
      options.forbidden = { [forbidden] host in forbidden.withLock { $0.append(host) } }
      options.lapsed = { [lapsed] in lapsed.withLock { $0 += 1 } }
      change(&options)
      return LeafBook(
        try CertificateAuthority(at: noon, permitting: PermittedNames(["vk.com"])),
        options: options, now: { [now] in now.withLock { $0 } },
        make: { [made] leaf in
          made.withLock { $0 += 1 }
          guard let certificate = try? Certificate(derEncoded: leaf.certificate) else { return nil }
          let names = try? certificate.extensions.subjectAlternativeNames
          return names?.map { "\($0)" }
        })
    }
    var count: Int { made.withLock { $0 } }
  }

  @Test("makes one when it is first asked for, and shows it again")
  func once() throws {
    let stage = Stage()
    let book = try stage.book()
    let first = try #require(book.identity(for: "oauth.vk.com"))
    #expect(first.contains { $0.contains("oauth.vk.com") } && first.count == 1)
    #expect(book.identity(for: "OAuth.VK.com") == first)
    #expect(stage.count == 1)
  }

  @Test("makes it anew before it expires")
  func renewal() throws {
    let stage = Stage()
    let book = try stage.book()
    _ = book.identity(for: "vk.com")
    stage.now.withLock { $0 += 89 * 86_400 }
    _ = book.identity(for: "vk.com")
    #expect(stage.count == 1)
    // Half a day is left of its ninety.
    stage.now.withLock { $0 += 43_300 }
    _ = book.identity(for: "vk.com")
    #expect(stage.count == 2)
  }

  @Test("makes a new one after the clock has been set back: the old one may not be valid yet")
  func setBack() throws {
    let stage = Stage()
    let book = try stage.book()
    _ = book.identity(for: "vk.com")
    stage.now.withLock { $0 -= 1 }
    _ = book.identity(for: "vk.com")
    #expect(stage.count == 2)
  }

  @Test(
    "makes a faulty one anew after half a day: a certificate that is not valid yet becomes valid")
  func faultyRenewal() throws {
    let stage = Stage()
    let book = try stage.book()
    for (wait, count) in [(0, 1), (43_199, 1), (1, 2), (100 * 86_400, 3)] {
      stage.now.withLock { $0 += wait }
      _ = book.identity(for: "not-yet-valid.localhost")
      #expect(stage.count == count, "after \(wait) s")
    }
  }

  @Test(
    "has one for loopback where no host, or no host of ours, is asked for, and tells of it once")
  func unknown() throws {
    let stage = Stage()
    let book = try stage.book()
    let usual = try #require(book.identity(for: nil))
    #expect(usual.count == 3 && usual[0].contains("localhost"))
    #expect(book.identity(for: "evil.example") == usual)
    #expect(book.identity(for: "evil.example") == usual)
    #expect(book.identity(for: "not a name\u{0}") == usual)
    #expect(stage.told.withLock { $0 } == ["evil.example"])
    #expect(stage.count == 1)
  }

  @Test(
    "shows the one for loopback for a host of ours that the CA may not sign for, and tells of it once"
  )
  func forbidden() throws {
    let stage = Stage()
    let book = try stage.book { $0.knows = { _ in true } }
    let usual = try #require(book.identity(for: nil))
    #expect(book.identity(for: "added.example") == usual)
    #expect(book.identity(for: "added.example") == usual)
    #expect(stage.forbidden.withLock { $0 } == ["added.example"])
    #expect(stage.told.withLock { $0 } == [])
  }

  @Test("tells once that the CA has expired")
  func lapsed() throws {
    let stage = Stage()
    let book = try stage.book()
    stage.now.withLock { $0 += 363 * 86_400 }
    _ = book.identity(for: "vk.com")
    #expect(stage.lapsed.withLock { $0 } == 0)
    stage.now.withLock { $0 += 1 }
    for _ in 0..<2 { #expect(book.identity(for: "vk.com") != nil) }
    #expect(stage.lapsed.withLock { $0 } == 1)
  }

  @Test("keeps no more than so many")
  func most() throws {
    let stage = Stage()
    let book = try stage.book()
    for number in 0..<260 { _ = book.identity(for: "h\(number).vk.com") }
    #expect(stage.count == 260)
    // The last ones are still there, the first are not.
    _ = book.identity(for: "h259.vk.com")
    #expect(stage.count == 260)
    _ = book.identity(for: "h0.vk.com")
    #expect(stage.count == 261)
  }

  @Test("shows a fault where one is ordered, beside the right certificate")
  func fault() throws {
    let stage = Stage()
    let orders = Lock<[TLSFault?]>([.wrongHost, nil])
    let book = try stage.book {
      $0.fault = { _ in orders.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    }
    #expect(book.identity(for: "vk.com")?.first?.contains("wrong-host.test") == true)
    #expect(book.identity(for: "vk.com")?.first?.contains("vk.com") == true)
  }
}
