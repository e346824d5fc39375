import Engine

extension Advice {
  /// For who runs the tool: the switches are those of `understudy serve`.
  static let commandLine = Advice(
    addClient: { client in
      client.isCalling
        ? "add it to \"clients\" of a cast, or use --accept-any-client"
        : "add \(client.entry) to \"clients\" of a cast and start with --cast FILE, "
          + "or use --accept-any-client"
    },
    hosts:
      "It answers to loopback names, to its providers' own hosts, and to what --allow-host adds.",
    showCertificate: { isPlain in
      isPlain
        ? "start with --https, and call the https address with a certificate: curl --cert FILE"
        : "call with a certificate: curl --cert FILE; the server asks for none if it runs with "
          + "--no-client-certificates, or behind a proxy that ends TLS"
    })
}
