// This module owns signed tokens as such: digests and HMAC, keys in their
// written forms (PEM, JWK), JWS in its compact form, and its verification. It does not know what OAuth
// or OpenID are, what a claim means or which time it is, and it opens no files.
import Encodings

/// In what JWS and PEM write bytes: of a module of their own, as those need it who know nothing of keys.
public typealias Base64 = Encodings.Base64
public typealias Base64URL = Encodings.Base64URL
