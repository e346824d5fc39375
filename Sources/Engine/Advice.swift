/// How those who run the engine are told to mend what its settings refuse.
package struct Advice: Sendable {
  /// A client that is in no cast.
  package struct Stranger: Sendable {
    package let provider: String
    package let id: String
    /// The sandbox that it came to; `nil` for the one without a prefix.
    package let sandbox: String?
    /// Whether it calls by itself, and no browser comes from it.
    package let isCalling: Bool

    package init(provider: String, id: String, sandbox: String?, isCalling: Bool) {
      self.provider = provider
      self.id = id
      self.sandbox = sandbox
      self.isCalling = isCalling
    }

    /// As a cast has it.
    package var entry: String {
      "{\"provider\": \"\(provider)\", \"client_id\": \"\(id)\", \"redirect_uris\": […]}"
    }
  }

  package var addClient: @Sendable (Stranger) -> String
  /// A sentence: which hosts are answered.
  package var hosts: String
  /// How a client shows a certificate to a request that may have come by plain HTTP.
  package var showCertificate: @Sendable (_ isPlain: Bool) -> String

  package init(
    addClient: @escaping @Sendable (Stranger) -> String, hosts: String,
    showCertificate: @escaping @Sendable (_ isPlain: Bool) -> String
  ) {
    self.addClient = addClient
    self.hosts = hosts
    self.showCertificate = showCertificate
  }

  /// For who runs it in process: there are no switches.
  package static let inProcess = Advice(
    addClient: {
      $0.isCalling ? "add it to \"clients\" of a cast" : "add \($0.entry) to \"clients\" of a cast"
    },
    hosts: "It answers to loopback names and to its providers' own hosts.",
    showCertificate: { isPlain in
      isPlain
        ? "send an https request with a certificate; in a test, set its clientCertificate"
        : "send a certificate with the request; in a test, set its clientCertificate"
    })
}
