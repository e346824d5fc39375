import Basics
import UserAgent

/// How each kind of client trusts the CA, and how it stops to.
struct TrustGuide {
  let name: String
  let file: String
  let folder: String

  struct Way {
    let client: String
    let trust: [String]
    let undo: [String]
  }

  private var path: String { ShellWord.plain(file) }

  var ways: [Way] {
    let system = "/usr/local/share/ca-certificates/understudy.crt"
    let copies = "sudo cp \(path) \(system) && sudo update-ca-certificates"
    return [
      Way(
        client: "One command, nothing installed",
        trust: ["understudy run -- COMMAND"], undo: ["(nothing is left)"]),
      Way(
        client: "curl", trust: ["curl --cacert \(path) …", "export CURL_CA_BUNDLE=\(path)"],
        undo: ["unset CURL_CA_BUNDLE"]),
      Way(
        client: "Python (requests; ssl, httpx, aiohttp)",
        trust: ["export REQUESTS_CA_BUNDLE=\(path)", "export SSL_CERT_FILE=\(path)"],
        undo: ["unset REQUESTS_CA_BUNDLE SSL_CERT_FILE"]),
      Way(
        client: "Node", trust: ["export NODE_EXTRA_CA_CERTS=\(path)"],
        undo: ["unset NODE_EXTRA_CA_CERTS"]),
      Way(
        client: "Go on Linux (on macOS it takes the keychain)",
        trust: ["export SSL_CERT_FILE=\(path)"], undo: ["unset SSL_CERT_FILE"]),
      Way(
        client: "Java 9 and later",
        trust: [
          "keytool -importcert -noprompt -cacerts -storepass changeit -alias understudy -file \(path)"
        ],
        undo: ["keytool -delete -cacerts -storepass changeit -alias understudy"]),
      Way(
        client: "Debian, Ubuntu: the whole system", trust: [copies],
        undo: ["sudo rm \(system) && sudo update-ca-certificates --fresh"]),
      Way(
        client: "Alpine: the whole system", trust: ["sudo apk add ca-certificates", copies],
        undo: ["sudo rm \(system) && sudo update-ca-certificates"]),
      Way(
        client: "macOS: your account",
        trust: [
          "security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db \(path)"
        ],
        undo: [
          "security remove-trusted-cert \(path)",
          "security delete-certificate -c \"\(name)\" ~/Library/Keychains/login.keychain-db",
        ]),
      Way(
        client: "iOS simulator", trust: ["xcrun simctl keychain booted add-root-cert \(path)"],
        undo: ["xcrun simctl keychain booted reset"]),
      Way(
        client: "Chromium and Chrome on Linux (certutil is in libnss3-tools)",
        trust: [
          "mkdir -p ~/.pki/nssdb",
          "certutil -d sql:$HOME/.pki/nssdb -A -n understudy -t C,, -i \(path)",
        ],
        undo: ["certutil -d sql:$HOME/.pki/nssdb -D -n understudy"]),
      Way(
        client: "Firefox, in the folder of a profile (about:profiles shows it)",
        trust: ["certutil -d sql:PROFILE -A -n understudy -t C,, -i \(path)"],
        undo: ["certutil -d sql:PROFILE -D -n understudy"]),
      Way(
        client: "git", trust: ["git -c http.sslCAInfo=\(path) …", "export GIT_SSL_CAINFO=\(path)"],
        undo: ["unset GIT_SSL_CAINFO"]),
      Way(
        client: "A Docker build, Debian's and Alpine's images (the file beside the Dockerfile)",
        trust: [
          "cp \(path) understudy.crt", "COPY understudy.crt \(system)",
          "RUN update-ca-certificates",
        ],
        undo: ["(leave the two lines out)"]),
    ]
  }

  var text: String {
    let parts = ways.map { way in
      "\(way.client)\n" + way.trust.map { "  trust:  \($0)\n" }.joined()
        + way.undo.map { "  undo:   \($0)\n" }.joined()
    }
    return "How clients trust it, and stop trusting it:\n\n" + parts.joined(separator: "\n")
      + "\nVariables that name a file replace a client's own list, so other sites fail with them.\n"
      + "A new CA, once nobody trusts this one: understudy ca --renew --ca-dir \(ShellWord.plain(folder))"
  }
}
