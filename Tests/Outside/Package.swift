// swift-tools-version: 6.2
import PackageDescription

// An app's package, as far as its tests go: it sees the products of Understudy and nothing behind them. scripts/kit-alone
// runs them.
let package = Package(
  name: "app",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18)],
  dependencies: [.package(name: "understudy", path: "../..")],
  targets: [
    .testTarget(
      name: "AppTests",
      dependencies: [
        .product(name: "UnderstudyKit", package: "understudy"),
        .product(name: "UnderstudyTesting", package: "understudy"),
        .product(name: "UnderstudyXCTest", package: "understudy"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
