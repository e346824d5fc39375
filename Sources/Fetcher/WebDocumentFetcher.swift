// Fetches documents for the server: the one place where Understudy calls addresses that a client names.
import Basics
import Engine
import HTTPTypes
import Server
import UserAgent

/// Fetches documents over HTTP, from allowed hosts, without redirects, within limits of time and size.
package final class WebDocumentFetcher: DocumentFetcher {
  private let hosts: FetchHosts
  private let remedy: @Sendable (String) -> String
  private let running = Lock(0)

  /// The largest number of fetches at once.
  private static let most = 16
  /// For a whole document.
  private let patience: Duration
  /// What a head may have beside the largest document.
  private static let mostHead = 16 << 10

  /// - Parameter remedy: returns what allows a host.
  package init(
    _ hosts: FetchHosts, patience: Duration = .milliseconds(Fetching.patience),
    remedy: @escaping @Sendable (_ host: String) -> String
  ) {
    self.hosts = hosts
    self.patience = patience
    self.remedy = remedy
  }

  package func fetch(_ address: String, _ finish: @escaping @Sendable (FetchedDocument) -> Void) {
    exchange(nil, with: address, finish)
  }

  package func send(_ call: ClientCall, _ finish: @escaping @Sendable (FetchedDocument) -> Void) {
    exchange(call, with: call.address, finish)
  }

  /// - Parameter call: what is sent; `nil` if a document is fetched.
  private func exchange(
    _ call: ClientCall?, with address: String,
    _ finish: @escaping @Sendable (FetchedDocument) -> Void
  ) {
    let verb = call == nil ? "fetched" : "called"
    let web: WebAddress
    do {
      web = try admitted(address, verb)
    } catch {
      return finish(error.document)
    }
    let isFree = running.withLock { running in
      guard running < Self.most else { return false }
      running += 1
      return true
    }
    guard isFree else {
      return finish(
        Self.failed(
          address, .unreached, "was not \(verb): \(Self.most) others are being \(verb)",
          "send the request again"))
    }
    let isStarted = BackgroundThread.run { [self] in
      let document = load(call, address, web, verb)
      running.withLock { $0 -= 1 }
      finish(document)
    }
    guard !isStarted else { return }
    running.withLock { $0 -= 1 }
    finish(
      Self.failed(
        address, .unreached, "was not \(verb): the system starts no thread",
        "send the request again"))
  }

  /// Fetches a document on this thread.
  package func document(at address: String) -> FetchedDocument {
    do {
      return load(nil, address, try admitted(address, "fetched"), "fetched")
    } catch {
      return error.document
    }
  }

  /// Why an address is not called.
  private struct NotAdmitted: Error { let document: FetchedDocument }

  private func admitted(_ address: String, _ verb: String) throws(NotAdmitted) -> WebAddress {
    guard let web = WebAddress(address), web.isWeb else {
      throw NotAdmitted(
        document: Self.failed(
          address, .unreached, "has no web address", "use an https address"))
    }
    guard hosts.allows(web.host) else {
      throw NotAdmitted(document: refused(address, web, "the host", verb))
    }
    return web
  }

  private func load(
    _ call: ClientCall?, _ address: String, _ web: WebAddress, _ verb: String
  ) -> FetchedDocument {
    let received = Lock(0)
    var client = HTTPClient()
    client.name = "understudy-fetch"
    client.patience = patience
    client.mostBytes = FetchedDocument.mostBytes + Self.mostHead
    client.onRead = { count in received.withLock { $0 += count } }
    client.admits = { [hosts] in hosts.admits($0, for: web.host) }
    var request = Request(
      method: .get, authority: web.authority ?? "", target: web.target,
      headers: [.accept: "application/json"])
    if let call {
      request.method = .post
      request.headers = call.headers
      request.body = call.body
    }
    do {
      let answer = try client.send(request, to: web)
      return FetchedDocument(
        address,
        .content(
          .init(
            status: answer.status.code, type: answer.headers[.contentType] ?? "",
            cacheControl: answer.headers[.cacheControl] ?? "", body: answer.body)))
    } catch let failure as HTTPClient.Failure where failure.isRefusedAddress {
      return refused(address, web, "any address of the host", verb)
    } catch let failure as HTTPClient.Failure where failure.isTLS {
      return Self.failed(
        address, .unreached, "could not be \(verb): \(failure.reason)",
        "use a certificate that the system trusts")
    } catch {
      if received.withLock({ $0 }) >= client.mostBytes {
        return Self.failed(
          address, .tooLarge, "is larger than \(FetchedDocument.mostBytes >> 10) KiB", "shorten it")
      }
      let reason = (error as? HTTPClient.Failure)?.reason ?? "\(error)"
      return Self.failed(
        address, .unreached, "could not be \(verb): \(reason)",
        call == nil ? "serve it at this address, with status 200" : "answer at this address")
    }
  }

  private func refused(
    _ address: String, _ web: WebAddress, _ place: String, _ verb: String
  ) -> FetchedDocument {
    Self.failed(
      address, .refusedHost,
      verb == "fetched"
        ? "was not fetched: this server may not fetch from \(place) \(web.host)"
        : "was not called: this server may not call \(place) \(web.host)", remedy(web.host))
  }

  private static func failed(
    _ address: String, _ failure: FetchedDocument.Failure, _ why: String, _ remedy: String
  ) -> FetchedDocument {
    FetchedDocument(address, .failed(failure, why: why, remedy: remedy))
  }
}
