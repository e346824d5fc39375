import ArgumentParser
import Basics

/// How a server is run: the options of `serve`, and of `run`.
struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The port; 0 takes any free one. Default: 8400 for a server that stays, any free one for run and mcp. [UNDERSTUDY_PORT]"
    ),
    transform: Port.read)
  var port: UInt16?
  @Option(
    help: ArgumentHelp(
      "The address to listen at. Default: 127.0.0.1 and ::1. [UNDERSTUDY_HOST]",
      valueName: "address"))
  var host: String?
  @OptionGroup var fixtures: FixtureOptions
  @Option(
    help: ArgumentHelp(
      "Make every run give the same codes and tokens. [UNDERSTUDY_SEED]", valueName: "number"))
  var seed: UInt64?
  @Flag(
    help:
      "Accept any client ID, secret and scope, and any redirect URI that a browser may safely be sent to. [UNDERSTUDY_ACCEPT_ANY_CLIENT]"
  )
  var acceptAnyClient = false
  @Flag(
    help:
      "Allow --accept-any-client, --sign-in and proxy forwarding even if other machines can reach the server. [UNDERSTUDY_ALLOW_REMOTE]"
  )
  var allowRemote = false
  @OptionGroup var quirks: QuirkOptions
  @Option(
    help: ArgumentHelp(
      "Also accept requests with this Host, in addition to loopback names and the providers' own hosts. Repeatable. [UNDERSTUDY_ALLOW_HOST]",
      valueName: "name"))
  var allowHost: [String] = []
  @Option(
    help: ArgumentHelp(
      "Also fetch documents that clients name, such as their metadata, from this host, in addition to loopback. Repeatable. [UNDERSTUDY_FETCH_HOST]",
      valueName: "name"))
  var fetchHost: [String] = []
  @Option(
    name: .customLong("at-root"),
    help: ArgumentHelp(
      "Serve this provider at the root of the server too, for clients that accept only a host without a path: its issuer there is http://127.0.0.1:8400. [UNDERSTUDY_AT_ROOT]",
      valueName: "id"), completion: .providers)
  var atRoot: String?
  /// What named the provider at the root.
  var rootSource = "--at-root"
  @Option(
    name: .customLong("public-url"),
    help: ArgumentHelp(
      "The origin under which browsers reach the server, such as https://mock.example. The server answers to its host and uses its scheme there; documents and tokens contain the first one. Repeatable, one for each host. [UNDERSTUDY_PUBLIC_URL]",
      valueName: "url"))
  var publicURLs: [String] = []
  @Option(
    name: .customLong("internal-url"),
    help: ArgumentHelp(
      "The origin under which programs reach the server if browsers use another one, such as http://understudy:8400. Documents contain it for the token endpoint, the keys and other addresses that programs call. Repeatable, one for each host. [UNDERSTUDY_INTERNAL_URL]",
      valueName: "url"))
  var internalURLs: [String] = []
  @Option(
    name: .customLong("trust-proxy"),
    help: ArgumentHelp(
      "Trust the headers Forwarded and X-Forwarded-Proto from this address or network (such as 10.0.0.0/8). Repeatable. [UNDERSTUDY_TRUST_PROXY]",
      valueName: "address"))
  var trustProxy: [String] = []
  @Option(
    name: .customLong("https"), defaultAsFlag: PortText("8443"),
    help: ArgumentHelp(
      "Also serve HTTPS, at this port (8443 if none is given; 0 takes any free one). understudy ca says how to make clients trust it. [UNDERSTUDY_HTTPS]",
      valueName: "port"), transform: PortText.init)
  var httpsText: PortText?
  @Option(
    name: .customLong("proxy"), defaultAsFlag: PortText("8480"),
    help: ArgumentHelp(
      "Also be an HTTP proxy, at this port (8480 if none is given; 0 takes any free one). The server itself answers requests to the providers' own hosts. [UNDERSTUDY_PROXY]",
      valueName: "port"), transform: PortText.init)
  var proxyText: PortText?
  @Option(
    help: ArgumentHelp(
      "What the proxy does with requests to other hosts: refuse, or pass. Loopback always passes. Default: refuse. [UNDERSTUDY_PROXY_OTHERS]",
      valueName: "way"))
  var proxyOthers: ProxyOthers?
  @Option(
    help: ArgumentHelp(
      "The folder of the CA that signs certificates. The CA is created if the folder has none. Default: understudy in the XDG data folder. [UNDERSTUDY_CA_DIR]",
      valueName: "folder"))
  var caDir: String?
  /// Whether the proxy names the hosts that it refuses on standard error.
  var namesRefusedHosts = false
  @Flag(help: "Make a CA for this run only; its key is never written to disk. [UNDERSTUDY_CA_ONCE]")
  var caOnce = false
  @Flag(
    help:
      "Do not request client certificates. Browsers that have some would otherwise prompt the user. Mutual TLS is then not available. [UNDERSTUDY_NO_CLIENT_CERTIFICATES]"
  )
  var noClientCertificates = false
  @Option(
    name: .customLong("log"),
    help: ArgumentHelp(
      "The format of the log: text, or json (one object per line). Default: text. [UNDERSTUDY_LOG]",
      valueName: "form"))
  var logFormat: Log.Format?
  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "A PEM or JWK file with a private RSA, P-256, P-384 or Ed25519 key to sign with. Repeatable. [UNDERSTUDY_KEY]",
      valueName: "file"))
  var keyFiles: [String] = []
  @Option(
    name: .customLong("scenario"),
    help: ArgumentHelp(
      "A scenario whose rules apply from the start: a file, or the name of a bundled one (understudy scenarios lists them). Repeatable. [UNDERSTUDY_SCENARIO]",
      valueName: "scenario"), completion: .scenarios)
  var scenarios: [String] = []
  @Option(
    help: ArgumentHelp(
      "Sign in as this person without a page. [UNDERSTUDY_SIGN_IN]", valueName: "username"))
  var signIn: String?
  @Option(
    help: ArgumentHelp(
      "With --sign-in: granted (the default) or denied. [UNDERSTUDY_CONSENT]", valueName: "answer"))
  var consent: String?
  @Option(
    help: ArgumentHelp(
      "The bearer token of the control API: 16 characters or more. If the server can be reached beyond loopback, the default is a random token, which is printed. [UNDERSTUDY_CONTROL_TOKEN]",
      valueName: "token"))
  var controlToken: String?
  @Option(
    help: ArgumentHelp(
      "The maximum number of sandboxes at a time, not counting the default one. Default: 10000. [UNDERSTUDY_MAX_SANDBOXES]",
      valueName: "number"))
  var maxSandboxes: UInt?
  @Option(
    name: .customLong("mcp-resource"), defaultAsFlag: "",
    help: ArgumentHelp(
      "Add a protected MCP server with this name or path, and print its address: calendar is at /standard/mcp/calendar. Separate several by commas. Without a name, print the address of the provider's own MCP server, /standard/mcp, which always exists. [UNDERSTUDY_MCP_RESOURCE]",
      valueName: "path-or-name"))
  var mcpResource: String?
  @Flag(
    help:
      "Leave Understudy-Exchange and Understudy-Rule out of responses, which then have only what the real provider's responses have. [UNDERSTUDY_PLAIN]"
  )
  var plain = false
  @Flag(help: "Show secrets in the journal unchanged. [UNDERSTUDY_JOURNAL_SECRETS]")
  var journalSecrets = false

  /// What does not stand on the command line, from `UNDERSTUDY_…`.
  /// - Parameter speaksTLS: whatever the options say.
  mutating func fill(from environment: Environment, speaksTLS: Bool = false) throws {
    let namesCA = caDir != nil || caOnce
    try httpsText?.check("--https")
    try proxyText?.check("--proxy")
    try environment.fill(&port, .port)
    environment.fill(&host, .host)
    try fixtures.fill(from: environment)
    try environment.fill(&seed, .seed)
    try environment.fill(&acceptAnyClient, .acceptAnyClient)
    try environment.fill(&allowRemote, .allowRemote)
    quirks.fill(from: environment)
    environment.fill(&allowHost, .allowHost)
    environment.fill(&fetchHost, .fetchHost)
    environment.fill(&atRoot, .atRoot)
    environment.fill(&publicURLs, .publicURL)
    environment.fill(&internalURLs, .internalURL)
    environment.fill(&trustProxy, .trustProxy)
    try environment.fill(&https, .https, orElse: 8443)
    try environment.fill(&proxy, .proxy, orElse: 8480)
    // From the environment they may be meant for another command.
    if namesCA, !speaksTLS, https == nil, proxy == nil {
      throw Failure(text: "--ca-dir and --ca-once are about HTTPS: add --https, or --proxy")
    }
    if proxyOthers != nil, proxy == nil, !speaksTLS {
      throw Failure(text: "--proxy-others is about the proxy: add --proxy")
    }
    try environment.fill(&proxyOthers, .proxyOthers)
    environment.fill(&caDir, .caDir)
    try environment.fill(&caOnce, .caOnce)
    try environment.fill(&noClientCertificates, .noClientCertificates)
    try environment.fill(&logFormat, .log)
    environment.fill(&keyFiles, .key)
    environment.fill(&scenarios, .scenario)
    environment.fill(&signIn, .signIn)
    environment.fill(&consent, .consent)
    try Self.checkToken(controlToken, "--control-token")
    environment.fill(&controlToken, .controlToken)
    try Self.checkToken(controlToken, Setting.controlToken.variable)
    try environment.fill(&maxSandboxes, .maxSandboxes)
    guard maxSandboxes != 0 else {
      throw Failure(text: "--max-sandboxes 0: expected 1 or more")
    }
    environment.fill(&mcpResource, .mcpResource)
    fixtures.resources = try mcpResources()
    try environment.fill(&plain, .plain)
    try environment.fill(&journalSecrets, .journalSecrets)
  }

  var https: UInt16? {
    get { httpsText?.number }
    set { httpsText = newValue.map { PortText(String($0)) } }
  }
  var proxy: UInt16? {
    get { proxyText?.number }
    set { proxyText = newValue.map { PortText(String($0)) } }
  }

  /// The names of `--mcp-resource`; an empty one is the provider's own server. A variable may say 1, as for a flag.
  private func mcpResources() throws -> [String] {
    guard let mcpResource else { return [] }
    if ["false", "no", "0"].contains(mcpResource.lowercased()) { return [] }
    if ["true", "yes", "1"].contains(mcpResource.lowercased()) { return [""] }
    let names = mcpResource.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.count == 1 || !names.contains("") else {
      throw Failure(
        text: "--mcp-resource \(mcpResource): expected a name before and after each comma")
    }
    return names
  }

  var addresses: [String] { host.map { [$0] } ?? ["127.0.0.1", "::1"] }
}

/// How the proxy answers a request for a host that no provider has.
enum ProxyOthers: String, CaseIterable, ExpressibleByArgument {
  case refuse, pass
}
