// swift-tools-version: 6.2
import PackageDescription

// A warning in our own targets is an error; a dependency's warnings are its own affair.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

// The folder `fuzz` is a test that tries every seed. With UNDERSTUDY_FUZZ set, as `make fuzz` sets it, the same files are
// a program of libFuzzer, which links with -sanitize=fuzzer alone: so an ordinary build must not see it. A package of its
// own could not do it, since it would see our products and none of the readers that are behind them.
let isFuzzing = Context.environment["UNDERSTUDY_FUZZ"] != nil
let fuzzed: [Target.Dependency] = [
  "AuthorizationServer", "BundledFixtures", "CertificateAuthority", "Composition", "ControlAPI",
  "Encodings", "Examiner", "HTML", "HTTPMessages", "JOSE", "JSON", "MicroHTTPServer",
  "ProviderModel", "Sandboxes", "UserAgent", "understudy", httpTypes,
  .product(name: "X509", package: "swift-certificates"),
]
let fuzz: Target =
  isFuzzing
  ? .executableTarget(
    name: "fuzz", dependencies: fuzzed, path: "fuzz",
    exclude: ["SeedTests.swift", "leaks.supp", "seeds"],
    swiftSettings: strict)
  : .testTarget(
    name: "FuzzTests", dependencies: fuzzed, path: "fuzz",
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
    // Certificates of our own: the CA for HTTPS and what it signs.
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
  ],
  targets: [
    .target(name: "JSON", dependencies: ["Encodings"], swiftSettings: strict),
    .target(name: "Encodings", swiftSettings: strict),
    .target(
      name: "JOSE",
      dependencies: [
        "Encodings", "JSON", "Locking",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
      ],
      swiftSettings: strict
    ),
    .target(name: "Locking", swiftSettings: strict),
    .target(name: "FileWriting", swiftSettings: strict),
    .target(
      name: "CertificateAuthority",
      dependencies: [
        "Encodings", "FileWriting", "HTTPMessages", "Locking",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict),
    .target(
      name: "HTTPMessages", dependencies: ["Encodings", "Locking", httpTypes], swiftSettings: strict
    ),
    .target(
      name: "ProviderModel",
      dependencies: ["Encodings", "JSON", "HTTPMessages", "Locking", httpTypes],
      swiftSettings: strict),
    .target(
      name: "AuthorizationServer",
      dependencies: [
        "Encodings", "ProviderModel", "JOSE", "JSON", "HTTPMessages", "Locking", httpTypes,
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ],
      swiftSettings: strict
    ),
    .target(name: "CTLSClient", linkerSettings: [.linkedLibrary("gnutls")]),
    .target(name: "HTML", swiftSettings: strict),
    .target(
      name: "UserAgent",
      dependencies: ["CTLSClient", "HTML", "HTTPMessages", "JSON", "ProviderModel", httpTypes],
      swiftSettings: strict),
    .target(
      name: "Sandboxes",
      dependencies: [
        "AuthorizationServer", "Encodings", "ProviderModel", "JOSE", "JSON", "HTTPMessages",
        "Locking", httpTypes,
      ],
      swiftSettings: strict
    ),
    .target(
      name: "ControlAPI",
      dependencies: [
        "AuthorizationServer", "Encodings", "Sandboxes", "ProviderModel", "JOSE", "JSON",
        "HTTPMessages", "Locking", "OwnPages", httpTypes,
      ],
      swiftSettings: strict
    ),
    // The console travels inside the binary, as the fixtures do.
    .target(name: "COwnPages"),
    .target(name: "OwnPages", dependencies: ["COwnPages"], swiftSettings: strict),

    .systemLibrary(
      name: "CMicroHTTPD",
      pkgConfig: "libmicrohttpd",
      providers: [
        .apt(["libmicrohttpd-dev", "libgnutls28-dev"]), .brew(["libmicrohttpd", "gnutls"]),
      ]
    ),
    // libmicrohttpd speaks TLS by GnuTLS; which certificate it shows, GnuTLS itself has to be told.
    .target(
      name: "CMicroHTTPDShim", dependencies: ["CMicroHTTPD"],
      linkerSettings: [.linkedLibrary("gnutls")]),
    .target(
      name: "MicroHTTPServer",
      dependencies: ["HTTPMessages", "Locking", "CMicroHTTPD", "CMicroHTTPDShim", httpTypes],
      swiftSettings: strict
    ),

    // The fixtures travel inside the binary: `#embed` costs no build time, unlike `.embedInCode`.
    .target(name: "CBundledFixtures"),
    .target(
      name: "BundledFixtures",
      dependencies: ["CBundledFixtures", "JSON", "ProviderModel", "Locking"],
      swiftSettings: strict),
    // The one composition root: what is bundled, what is given, keys and sandboxes put together.
    .target(
      name: "Composition",
      dependencies: [
        "AuthorizationServer", "BundledFixtures", "ControlAPI", "JOSE", "ProviderModel",
        "Sandboxes",
      ],
      swiftSettings: strict),
    // What an app's tests link: no C library below it.
    .target(
      name: "UnderstudyKit",
      dependencies: [
        "AuthorizationServer", "Composition", "ControlAPI", "HTTPMessages", "JOSE", "JSON",
        "Locking", "ProviderModel", "Sandboxes", httpTypes,
      ],
      swiftSettings: strict),
    .target(
      name: "UnderstudyServer",
      dependencies: ["ControlAPI", "HTTPMessages", "MicroHTTPServer", "UnderstudyKit"],
      swiftSettings: strict),
    .target(
      name: "UnderstudyTesting", dependencies: ["UnderstudyKit"], swiftSettings: strict),
    .target(name: "UnderstudyXCTest", dependencies: ["UnderstudyKit"], swiftSettings: strict),
    // The examiner of clients: its catalogue, what it sees, how it judges, and its reports. Processes, sockets and the clock
    // are the tool's.
    .target(name: "CBundledChecks"),
    .target(name: "CProcesses"),
    .target(
      name: "Examiner",
      dependencies: [
        "CBundledChecks", "Encodings", "HTML", "HTTPMessages", "JOSE", "JSON", "ProviderModel",
        httpTypes,
      ],
      swiftSettings: strict),
    // The client that passes every check, and its mutants. The tool is its own self-test's client, so it links it.
    .target(
      name: "ReferenceClient",
      dependencies: [
        "HTTPMessages", "MicroHTTPServer", "UserAgent", httpTypes,
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      path: "Tests/ReferenceClient", swiftSettings: strict),
    .executableTarget(
      name: "understudy",
      dependencies: [
        "AuthorizationServer", "BundledFixtures", "CProcesses", "CertificateAuthority",
        "Composition",
        "ControlAPI", "Encodings", "Examiner", "FileWriting", "HTTPMessages", "JOSE", "JSON",
        "Locking",
        "MicroHTTPServer", "OwnPages",
        "ProviderModel", "ReferenceClient",
        "Sandboxes", "UserAgent",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict
    ),

    // Part of `make bench`. No product names it, so nobody who depends on this package sees it.
    .executableTarget(
      name: "signing-rate", dependencies: ["JOSE", "JSON", "Locking"], path: "bench/signing",
      swiftSettings: strict),

    fuzz,
    .testTarget(
      name: "ControlAPITests",
      dependencies: [
        "UnderstudyKit", "UnderstudyServer", "AuthorizationServer", "BundledFixtures",
        "Composition", "ControlAPI", "Encodings", "HTTPMessages", "JOSE", "JSON", "Locking",
        "OwnPages", "ProviderModel", "Sandboxes", "TestSupport", httpTypes,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "UnderstudyKitTests",
      dependencies: [
        "UnderstudyKit", "UnderstudyServer", "UnderstudyTesting", "UnderstudyXCTest",
      ],
      swiftSettings: strict),
    .testTarget(name: "HTMLTests", dependencies: ["HTML"], swiftSettings: strict),
    .testTarget(
      name: "UserAgentTests", dependencies: ["Encodings", "UserAgent", "HTTPMessages", "JSON"],
      swiftSettings: strict),
    .testTarget(
      name: "ExaminerTests",
      dependencies: [
        "AuthorizationServer", "BundledFixtures", "Composition", "ControlAPI", "Encodings",
        "Examiner", "HTTPMessages",
        "JOSE", "JSON", "ProviderModel", httpTypes,
      ],
      exclude: ["Recorded"], swiftSettings: strict),
    .testTarget(
      name: "ReferenceClientTests", dependencies: ["ReferenceClient"], swiftSettings: strict),
    .testTarget(
      name: "SandboxesTests",
      dependencies: ["AuthorizationServer", "HTTPMessages", "JSON", "Sandboxes", httpTypes],
      swiftSettings: strict),
    .testTarget(name: "LockingTests", dependencies: ["Locking"], swiftSettings: strict),
    .testTarget(name: "FileWritingTests", dependencies: ["FileWriting"], swiftSettings: strict),
    .testTarget(name: "JSONTests", dependencies: ["Encodings", "JSON"], swiftSettings: strict),
    .testTarget(
      name: "JOSETests", dependencies: ["JOSE", "JSON", "Locking"], swiftSettings: strict),
    .testTarget(name: "HTTPMessagesTests", dependencies: ["HTTPMessages"], swiftSettings: strict),
    .testTarget(
      name: "ProviderModelTests", dependencies: ["ProviderModel", "JSON"], swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["CTLSClient"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "CertificateAuthorityTests",
      dependencies: [
        "CertificateAuthority", "HTTPMessages", "Locking",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MicroHTTPServerTests",
      dependencies: [
        "CertificateAuthority", "MicroHTTPServer", "TestSupport", "HTTPMessages", "Locking",
        "CMicroHTTPD", httpTypes,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "AuthorizationServerTests",
      dependencies: [
        "AuthorizationServer", "ControlAPI", "Encodings", "Sandboxes", "MicroHTTPServer", "Locking",
        "ProviderModel", "JOSE", "JSON", "HTTPMessages", "CBundledFixtures", "TestSupport",
        httpTypes,
      ],
      exclude: ["Transcripts"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "understudyTests",
      dependencies: [
        "understudy", "AuthorizationServer", "BundledFixtures", "CertificateAuthority",
        "Composition", "ControlAPI", "ProviderModel", "JSON", "JOSE", "TestSupport",
      ],
      exclude: ["Recorded"],
      swiftSettings: strict),
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
