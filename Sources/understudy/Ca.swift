import ArgumentParser
import CertificateAuthority

struct Ca: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ca",
    abstract: "Show the CA that signs certificates, and how clients trust it and stop trusting it.",
    discussion: """
      The CA is made when there is none. Whoever has its key can play any site for whoever trusts it: the key is \
      readable by its owner alone, never leaves its folder, and is named in no command below.
      """)

  @Option(
    help: ArgumentHelp(
      "Where the CA is kept. Default: understudy in the XDG data folder. [UNDERSTUDY_CA_DIR]",
      valueName: "folder"))
  var caDir: String?
  @Flag(help: "Print the certificate alone, in PEM.")
  var pem = false

  mutating func run() throws {
    Environment().fill(&caDir, .caDir)
    let folder = try Certificates.folder(caDir)
    let authority: CertificateAuthority
    do {
      authority = try folder.authority(at: RunningServer.now())
    } catch {
      throw Failure(text: "error: \(error)")
    }
    if pem {
      Streams.write(authority.pem, to: 1)
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

          \(guide.text)
          """)
    }
  }
}
