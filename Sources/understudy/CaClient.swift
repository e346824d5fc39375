import ArgumentParser
import Basics
import Certificates
import JOSE
import ProviderModel
import Server

struct CaClient: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "client",
    abstract: "Issue a certificate with which a client authenticates (mutual TLS, RFC 8705).",
    discussion: """
      The certificate is NAME.pem and has the subject CN=NAME; its key is NAME-key.pem, which only its owner can read. \
      A server with the same CA accepts it for each client that is registered with this subject. The options of \
      understudy ca, such as --ca-dir, say which CA that is.
      """)

  @Argument(help: "The name: letters, digits, and . _ - in the middle.")
  var name: String
  @Option(
    help: ArgumentHelp(
      "A host name or IP address among its alternative names. Repeatable.", valueName: "host"))
  var san: [String] = []
  @Option(
    help: ArgumentHelp("The folder for both files. Default: the current one.", valueName: "folder"))
  var out = "."
  // An option of both would be the parent's alone.
  @ParentCommand var parent: Ca

  mutating func run() throws {
    var caDir = parent.caDir
    Environment().fill(&caDir, .caDir)
    guard Self.isName(name) else {
      throw Failure(
        text: "\(name): expected a name of up to 64 letters and digits, with . _ - in the middle")
    }
    for host in san where !ServerOptions.isHost(host) {
      throw Failure(text: "--san \(ShellWord.quoted(host)): expected a host name or an IP address")
    }
    let now = RunningServer.now()
    let folder = try Certificates.folder(caDir)
    let kept = try Certificates.kept(in: folder, at: now, for: [])
    if kept.isNew {
      Streams.error("There was no CA in \(folder.path), so a new one was made there")
    }
    let authority = kept.authority
    guard let leaf = try? authority.client(named: name, hosts: san, at: now),
      let certificate = X509Certificate(der: leaf.der)
    else { throw Failure(text: "error: the certificate cannot be signed") }
    let (file, keyFile) = ("\(out)/\(name).pem", "\(out)/\(name)-key.pem")
    try Files.write(leaf.key, to: keyFile)
    try Files.write(leaf.pem, to: file, access: .shared)
    Streams.output(
      lines: """
        \(file), with its key in \(keyFile)
          subject:  \(certificate.subject)
          x5t#S256: \(certificate.thumbprint)
          valid until \(WallTime.date(leaf.notAfter))
        """)
  }

  private static func isName(_ name: String) -> Bool {
    let pattern = try? Pattern("[A-Za-z0-9]([A-Za-z0-9._-]{0,62}[A-Za-z0-9])?")
    return pattern?.matches(name) == true
  }
}
