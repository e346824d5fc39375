import ArgumentParser
import Basics
import Certificates
import Server

struct Ca: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ca",
    abstract:
      "Show the CA that signs certificates, and how to make clients trust it and stop trusting it.",
    discussion: """
      The CA is created if necessary. It is valid for a year, and signs only for loopback, names below localhost and \
      test, the hosts of providers, and hosts that are added. Its key can impersonate these hosts to every client that \
      trusts the CA: only its owner can read the key, it never leaves its folder, and no command below names it.
      """, subcommands: [CaClient.self])

  @Option(
    help: ArgumentHelp(
      "The folder of the CA. Default: understudy in the XDG data folder. [UNDERSTUDY_CA_DIR]",
      valueName: "folder"))
  var caDir: String?
  @Flag(help: "Print only the certificate, in PEM.")
  var pem = false
  @Flag(
    help: "Replace the CA with a new one with another key. Clients must then trust the new CA.")
  var renew = false
  @Option(
    help: ArgumentHelp(
      "Let the CA sign for this host too. Repeatable. [UNDERSTUDY_ALLOW_HOST]", valueName: "name"))
  var allowHost: [String] = []
  @OptionGroup var fixtures: FixtureOptions

  mutating func run() throws {
    let environment = Environment()
    environment.fill(&caDir, .caDir)
    environment.fill(&allowHost, .allowHost)
    try fixtures.fill(from: environment)
    let folder = try Certificates.folder(caDir)
    let authority = try authority(of: folder)
    if pem {
      Streams.output(lines: String(authority.pem.dropLast()))
    } else {
      let guide = TrustGuide(
        name: authority.name, file: Files.absolute(folder.certificateFile),
        folder: Files.absolute(folder.path))
      Streams.output(
        lines: """
          \(authority.pem)
          \(authority.name)
            file:    \(guide.file)
            SHA-256: \(authority.fingerprint)
            valid until \(WallTime.date(authority.notAfter))
            signs only for \(authority.permitted.text)

          \(guide.text)
          """)
    }
  }

  private func authority(of folder: CertificateFolder) throws -> CertificateAuthority {
    let staging = try fixtures.loaded()
    let hosts = allowHost + staging.providers.entries.flatMap { $0.hosts.map(\.text) }
    let now = RunningServer.now()
    guard renew else {
      let kept = try Certificates.kept(in: folder, at: now, for: hosts)
      if kept.isNew, caDir != nil {
        Streams.error("There was no CA in \(folder.path), so a new one was made there")
      }
      for line in [Certificates.change(kept, folder), Certificates.notice(kept, folder)] {
        if let line { Streams.error(line) }
      }
      return kept.authority
    }
    do {
      let authority = try folder.renew(at: now, permitting: Certificates.names(hosts))
      Streams.error(
        "The CA in \(folder.path) is a new one. Start servers that use it again, have clients trust "
          + "the new one, and stop trusting the former one")
      return authority
    } catch {
      throw Failure(text: "error: \(error)")
    }
  }
}
