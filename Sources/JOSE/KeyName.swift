import Basics
internal import Crypto
internal import CryptoExtras

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a key is called.
enum KeyName {
  case thumbprint
  case given(String?)
}
