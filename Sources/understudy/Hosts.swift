import ArgumentParser
import Basics
import Certificates
import Server

struct Hosts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hosts",
    abstract: "Print how to direct clients that use the providers' real host names to Understudy.",
    discussion: """
      Clients with built-in addresses need no change: the host names lead to Understudy, which serves HTTPS for \
      them. understudy ca says how to make clients trust it. understudy run does both for one command.
      """)

  @Option(
    help: ArgumentHelp(
      "Print only this format, without its heading: etc-hosts, curl, chromium, docker, compose, dnsmasq, java or node.",
      valueName: "way"))
  var format: HostLines.Format?
  @OptionGroup var fixtures: FixtureOptions
  @Option(
    help: ArgumentHelp(
      "The address where Understudy listens. Default: 127.0.0.1.", valueName: "address"))
  var address = "127.0.0.1"
  @Option(help: "Its HTTP port. Default: 8400. [UNDERSTUDY_PORT]", transform: Port.read)
  var port: UInt16?
  @Option(help: "Its HTTPS port. Default: 8443. [UNDERSTUDY_HTTPS]", transform: Port.read)
  var https: UInt16?

  mutating func run() throws {
    let environment = Environment()
    try fixtures.fill(from: environment)
    try environment.fill(&port, .port)
    try environment.fill(&https, .https, orElse: 8443)
    guard CertificateAuthority.isAddress(address), !address.hasPrefix("[") else {
      throw Failure(text: "--address \(address): expected an IP address, such as 127.0.0.1 or ::1")
    }
    for line in Setting.warnings(environment.names) { Streams.error(line) }
    let staging = try fixtures.loaded()
    let lines = HostLines(
      hosts: ClientHosts(staging), address: address, http: port ?? 8400, https: https ?? 8443)
    if let format { return Streams.output(lines: lines.lines(format)) }
    let parts = HostLines.Format.allCases.map { "# \(lines.note($0))\n\(lines.lines($0))\n" }
    Streams.output(lines: parts.joined(separator: "\n"))
  }
}

extension HostLines.Format: ExpressibleByArgument {}
