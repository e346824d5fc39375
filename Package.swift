// swift-tools-version: 6.2
import PackageDescription

// A warning in our own targets is an error; a dependency's warnings are its own affair.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// Reading providers is most of what the tests do, and takes ten times as long where it is not optimized. `make test` sets
// OPTIMIZED_TESTS. It is not the default: a package with unsafe flags can't be a dependency, and a debugger sees less.
let optimized: [SwiftSetting] =
  Context.environment["OPTIMIZED_TESTS"] == nil
  ? strict
  : strict + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

// `Tests/Fuzz` is a test that tries every seed. With UNDERSTUDY_FUZZ set, as `make fuzz` sets it, the same files are a
// libFuzzer program. Only that program links with -sanitize=fuzzer, so ordinary builds must not see it.
let isFuzzing = Context.environment["UNDERSTUDY_FUZZ"] != nil
let fuzzed: [Target.Dependency] = [
  "Basics", "Certificates", "Engine", "Examiner", "JOSE", "ProviderModel", "Server", "Transport",
  "UserAgent", "understudy", httpTypes, .product(name: "X509", package: "swift-certificates"),
]
let fuzz: Target =
  isFuzzing
  ? .executableTarget(
    name: "fuzz", dependencies: fuzzed, path: "Tests/Fuzz",
    exclude: ["SeedTests.swift", "leaks.supp", "seeds"],
    swiftSettings: strict)
  : .testTarget(
    name: "FuzzTests", dependencies: fuzzed, path: "Tests/Fuzz",
    exclude: ["EntryPoints.swift", "Growth.swift", "leaks.supp", "seeds"],
    swiftSettings: strict)

let package = Package(
  name: "understudy",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18)],
  products: [
    .executable(name: "understudy", targets: ["understudy"]),
    // For tests in Swift: a server or an engine inside the test's process.
    .library(name: "UnderstudyKit", targets: ["UnderstudyKit"]),
    .library(name: "UnderstudyServer", targets: ["UnderstudyServer"]),
    // A sandbox for each test, and its journal where a test fails: for Swift Testing, and for XCTest.
    .library(name: "UnderstudyTesting", targets: ["UnderstudyTesting"]),
    .library(name: "UnderstudyXCTest", targets: ["UnderstudyXCTest"]),
  ],
  dependencies: [
    // The vocabulary of HTTP messages: methods, statuses, header fields.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    // The command line: help, environment, usage errors.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    // `TreeDictionary`: state that is copied for nothing and grows without a stall.
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    // Signatures, digests and keys.
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    // Keys in DER and PEM. swift-crypto brings it along.
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
    // Certificates: the CA for HTTPS and what it signs, and those of clients.
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
  ],
  targets: [
    // Fixtures, checks and pages are part of the binary: `#embed` costs no build time, unlike `.embedInCode`.
    .target(name: "CEmbeddedFiles"),
    // JSON, encodings, HTTP messages, locks and files. Every module may use it.
    .target(name: "Basics", dependencies: ["CEmbeddedFiles", httpTypes], swiftSettings: optimized),
    .target(
      name: "JOSE",
      dependencies: [
        "Basics",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: optimized),
    .target(
      name: "Certificates",
      dependencies: [
        "Basics",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict),
    .target(
      name: "ProviderModel", dependencies: ["Basics", "JOSE", httpTypes], swiftSettings: optimized),
    .target(
      name: "Engine",
      dependencies: [
        "Basics", "JOSE", "ProviderModel", httpTypes,
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ],
      swiftSettings: optimized),
    // Sandboxes, journal, control API, built-in pages, and the bundled fixtures.
    .target(
      name: "Server", dependencies: ["Basics", "Engine", "JOSE", "ProviderModel", httpTypes],
      exclude: ["Pages/web"], swiftSettings: strict),

    // SQLite, Redis and Valkey. The library of SQLite is opened when it is needed, and nothing is linked.
    .target(
      name: "Stores", dependencies: ["Basics", "CTLSClient", "Server"], swiftSettings: strict),

    .systemLibrary(
      name: "CMicroHTTPD",
      pkgConfig: "libmicrohttpd",
      providers: [
        .apt(["libmicrohttpd-dev", "libgnutls28-dev"]), .brew(["libmicrohttpd", "gnutls"]),
      ]
    ),
    // libmicrohttpd uses GnuTLS. Only GnuTLS's own interface can choose a certificate for each connection.
    .target(
      name: "CMicroHTTPDShim", dependencies: ["CMicroHTTPD"],
      linkerSettings: [.linkedLibrary("gnutls")]),
    .target(
      name: "Transport",
      dependencies: ["Basics", "CMicroHTTPD", "CMicroHTTPDShim", httpTypes], swiftSettings: strict),
    .target(name: "CTLSClient", linkerSettings: [.linkedLibrary("gnutls")]),
    .target(
      name: "UserAgent", dependencies: ["Basics", "CTLSClient", "ProviderModel", httpTypes],
      swiftSettings: strict),

    // Fetches the documents that clients name, such as their metadata.
    .target(
      name: "Fetcher",
      dependencies: ["Basics", "Engine", "ProviderModel", "Server", "UserAgent", httpTypes],
      swiftSettings: strict),

    // An app's tests link these. They need no C library.
    .target(
      name: "UnderstudyKit",
      dependencies: ["Basics", "Engine", "JOSE", "ProviderModel", "Server", httpTypes],
      swiftSettings: strict),
    .target(
      name: "UnderstudyServer",
      dependencies: ["Basics", "Fetcher", "Server", "Transport", "UnderstudyKit"],
      swiftSettings: strict),
    .target(
      name: "UnderstudyTesting", dependencies: ["UnderstudyKit"], swiftSettings: strict),
    .target(name: "UnderstudyXCTest", dependencies: ["UnderstudyKit"], swiftSettings: strict),

    // The examiner of clients: its catalogue, runs, drivers, judges and reports.
    .target(name: "CProcesses"),
    .target(
      name: "Examiner",
      dependencies: [
        "Basics", "CProcesses", "Certificates", "Engine", "JOSE", "ProviderModel", "Server",
        "Transport", "UserAgent", httpTypes, .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: strict),
    // For `make self-test`: the client that passes every check, with its mutants, and the program that examines them.
    // Neither is a product.
    .target(
      name: "ReferenceClient",
      dependencies: [
        "Basics", "Transport", "UserAgent", httpTypes,
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      path: "Tests/ReferenceClient", swiftSettings: strict),
    .executableTarget(
      name: "self-test",
      dependencies: [
        "Basics", "Certificates", "Engine", "Examiner", "JOSE", "ProviderModel",
        "ReferenceClient", "Server", "Transport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/SelfTest", swiftSettings: strict),
    .executableTarget(
      name: "understudy",
      dependencies: [
        "Basics", "CProcesses", "Certificates", "Engine", "Examiner", "Fetcher", "JOSE",
        "ProviderModel", "Server", "Stores", "Transport", "UserAgent", httpTypes,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // Part of `make bench`. It is no product, so users of this package don't see it.
    .executableTarget(
      name: "signing-rate", dependencies: ["Basics", "JOSE"], path: "Tests/Bench/signing",
      swiftSettings: strict),

    fuzz,
    .target(
      name: "TestSupport", dependencies: ["CTLSClient"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(name: "BasicsTests", dependencies: ["Basics"], swiftSettings: strict),
    .testTarget(name: "JOSETests", dependencies: ["Basics", "JOSE"], swiftSettings: strict),
    .testTarget(
      name: "CertificatesTests",
      dependencies: [
        "Basics", "Certificates",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ProviderModelTests", dependencies: ["Basics", "ProviderModel"], swiftSettings: strict),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "Basics", "Engine", "Fetcher", "JOSE", "ProviderModel", "Server", "TestSupport",
        "Transport", httpTypes,
      ],
      exclude: ["Stories", "Transcripts"], swiftSettings: strict),
    .testTarget(name: "RaceTests", dependencies: ["UnderstudyKit"], swiftSettings: strict),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Basics", "Engine", "JOSE", "ProviderModel", "Server", "TestSupport", "UnderstudyKit",
        "UnderstudyServer", httpTypes,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TransportTests",
      dependencies: [
        "Basics", "CMicroHTTPD", "Certificates", "TestSupport", "Transport", httpTypes,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "UserAgentTests",
      dependencies: [
        "Basics", "Certificates", "Engine", "Fetcher", "Server", "Transport", "UserAgent",
        httpTypes,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ExaminerTests",
      dependencies: [
        "Basics", "Engine", "Examiner", "JOSE", "ProviderModel", "Server", httpTypes,
      ],
      exclude: ["Recorded"], swiftSettings: strict),
    .testTarget(
      name: "ReferenceClientTests", dependencies: ["ReferenceClient"], swiftSettings: strict),
    .testTarget(
      name: "UnderstudyKitTests",
      dependencies: [
        "Basics", "ProviderModel", "UnderstudyKit", "UnderstudyServer", "UnderstudyTesting",
        "UnderstudyXCTest", httpTypes,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "understudyTests",
      dependencies: [
        "Basics", "Certificates", "Engine", "Examiner", "JOSE", "ProviderModel", "Server",
        "Stores", "TestSupport", "understudy", httpTypes,
      ],
      exclude: ["Recorded"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// A test may link a program, and another program may not. So the tool is a library for the fuzzer, and its entry point
// makes room for libFuzzer's.
if isFuzzing, let place = package.targets.firstIndex(where: { $0.name == "understudy" }) {
  package.products.removeAll { $0.name == "understudy" }
  package.targets[place] = .target(
    name: "understudy", dependencies: package.targets[place].dependencies,
    swiftSettings: strict + [
      .unsafeFlags(["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "understudy_main"])
    ])
}

// UNDERSTUDY_TESTS="TransportTests RaceTests" builds these tests and what they need, and nothing else.
if var queue = Context.environment["UNDERSTUDY_TESTS"]?.split(separator: " ").map(String.init) {
  var needed: Set<String> = []
  while let name = queue.popLast() {
    guard needed.insert(name).inserted,
      let target = package.targets.first(where: { $0.name == name })
    else { continue }
    for case .byNameItem(let dependency, _) in target.dependencies { queue.append(dependency) }
  }
  package.products = []
  package.targets.removeAll { !needed.contains($0.name) }
}
