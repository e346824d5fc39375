/// A website that people sign in to: ID tokens, keys, userinfo.
extension Fault {
  private static let profile = "web-rp"

  static let webTokens: [Fault] = idTokens + nearTokens + nearTexts + afterIDToken

  private static let idTokens: [Fault] = [
    .init(
      "any-issuer-of-id-token", profile, breaks: "rp-idt-iss",
      "takes the ID token of another issuer"),
    .init(
      "issuer-of-id-token-without-slash", profile, breaks: "rp-idt-iss-near",
      "compares the issuer of an ID token without the slash at its end"),
    .init(
      "issuer-of-id-token-optional", profile, breaks: "rp-idt-iss-missing",
      "takes an ID token that names no issuer"),
    .init(
      "issuer-of-id-token-by-its-beginning", profile, breaks: "rp-idt-iss-prefix",
      "takes an ID token whose issuer is the beginning of the provider's"),
    .init(
      "issuer-of-id-token-in-any-case", profile, breaks: "rp-idt-iss-case",
      "compares the issuer of an ID token without its case"),
    .init(
      "nobody-signs-in", profile, breaks: "rp-idt-sub-missing",
      "takes an ID token that speaks of nobody"),
    .init(
      "any-audience", profile, breaks: "rp-idt-aud-wrong", "takes an ID token for another client"),
    .init(
      "audience-by-a-part", profile, breaks: "rp-idt-aud-part",
      "takes an ID token for a client whose id holds its own"),
    .init(
      "empty-audience", profile, breaks: "rp-idt-aud-empty",
      "takes an ID token with an empty list of audiences"),
    .init(
      "audience-optional", profile, breaks: "rp-idt-aud-missing",
      "takes an ID token that is for nobody"),
    .init(
      "audience-is-text", profile, breaks: "rp-idt-aud-array",
      "refuses an audience that is a list"),
    .init(
      "one-of-many-audiences", profile, breaks: "rp-idt-aud-untrusted",
      "takes an ID token that is for another client too"),
    .init(
      "any-authorized-party", profile, breaks: "rp-idt-azp-other",
      "takes an ID token that another client was handed"),
    .init(
      "id-token-optional", profile, breaks: "rp-idt-absent", "does without an ID token"),
    .init(
      "refuses-RS256", profile, breaks: "rp-idt-sig-ok-rs256",
      "refuses RS256 where it is told to expect it"),
    .init("refuses-ES256", profile, breaks: "rp-idt-sig-ok-es256", "doesn't know ES256"),
    .init("refuses-HS256", profile, breaks: "rp-idt-sig-ok-hs256", "doesn't know HS256"),
    .init(
      "unverified-RS256", profile, breaks: "rp-idt-bad-sig-rs256",
      "takes an RS256 signature that was damaged"),
    .init(
      "unverified-ES256", profile, breaks: "rp-idt-bad-sig-es256",
      "takes an ES256 signature that was damaged"),
    .init(
      "unverified-HS256", profile, breaks: "rp-idt-bad-sig-hs256",
      "takes an HS256 signature that was damaged"),
    .init(
      "unverified-by-the-browser", profile, breaks: "rp-idt-bad-sig-rs256-front",
      "takes a damaged signature that comes by the browser"),
    .init(
      "any-key-of-that-name", profile, breaks: "rp-idt-wrong-key",
      "takes the signature of another key under a name that it knows"),
    .init(
      "unsigned", profile, breaks: "rp-idt-alg-none", "takes an unsigned ID token"),
    .init(
      "empty-signature", profile, breaks: "rp-idt-sig-empty",
      "takes an ID token whose signature is left out"),
    .init(
      "unsigned-in-any-case", profile, breaks: "rp-idt-alg-none-case",
      "takes an unsigned ID token that says so in other letters"),
    .init(
      "key-of-nobody", profile, breaks: "rp-idt-key-unknown",
      "takes an ID token whose key nobody publishes"),
    .init(
      "unsigned-by-the-browser", profile, breaks: "rp-idt-alg-none-front",
      "takes an unsigned ID token that comes by the browser"),
    .init(
      "public-key-as-secret", profile, breaks: "rp-idt-alg-swap",
      "lets the token choose HS256, with a key that everybody has"),
    .init(
      "key-of-the-header", profile, breaks: "rp-jose-header-injection",
      "takes the key that a token brings along"),
    .init(
      "any-key-by-the-browser", profile, breaks: "rp-idt-wrong-key-front",
      "takes the signature of another key where the token comes by the browser"),
    .init(
      "public-key-by-the-browser", profile, breaks: "rp-idt-alg-swap-front",
      "lets a token that comes by the browser choose HS256"),
    .init(
      "header-key-by-the-browser", profile, breaks: "rp-jose-header-injection-front",
      "takes the key that a token brings along by the browser"),
    .init(
      "ignores-crit", profile, breaks: "rp-jose-crit",
      "passes over an extension that is critical"),
    .init(
      "shows-whom-it-refuses", profile, breaks: "rp-idt-aud-wrong",
      "shows the subject of an ID token for another client on its page of refusal"),
    .init(
      "ended-is-fine", profile, breaks: "rp-idt-exp-past", and: "rp-refresh-idt-exp",
      "takes an ID token that has expired"),
    .init("without-end", profile, breaks: "rp-idt-exp-missing", "takes an ID token without end"),
    .init(
      "end-as-text", profile, breaks: "rp-idt-exp-string",
      "takes an ID token whose end is a string"),
    .init("without-date", profile, breaks: "rp-idt-iat-missing", "takes an ID token without date"),
    .init("of-last-week", profile, breaks: "rp-idt-iat-week-old", "takes an ID token of last week"),
    .init("of-tomorrow", profile, breaks: "rp-idt-iat-future", "takes an ID token of tomorrow"),
    .init("any-nonce", profile, breaks: "rp-idt-nonce-wrong", "takes another nonce than it sent"),
    .init(
      "nonce-optional", profile, breaks: "rp-idt-nonce-missing",
      "compares the nonce only where there is one"),
    .init(
      "any-at_hash", profile, breaks: "rp-at-hash-bad",
      "takes an access token that at_hash is not of"),
    .init(
      "at_hash-optional", profile, breaks: "rp-at-hash-missing",
      "compares at_hash only where there is one"),
    .init(
      "any-at_hash-with-code", profile, breaks: "rp-at-hash-bad-hybrid",
      "takes an access token that at_hash is not of where a code comes too"),
    .init(
      "at_hash-optional-with-code", profile, breaks: "rp-at-hash-missing-hybrid",
      "compares at_hash only where there is one and a code comes too"),
    .init("any-c_hash", profile, breaks: "rp-c-hash-bad", "takes a code that c_hash is not of"),
    .init(
      "c_hash-optional", profile, breaks: "rp-c-hash-missing",
      "compares c_hash only where there is one"),
    .init(
      "two-people", profile, breaks: "rp-two-idt-differ",
      "takes two ID tokens that speak of different people"),
    .init(
      "signed-in-long-ago", profile, breaks: "rp-max-age",
      "never looks how long ago the user signed in"),
    .init(
      "any-authentication", profile, breaks: "rp-acr",
      "never looks by what the user signed in"),
  ]

  private static let afterIDToken: [Fault] = [
    .init(
      "keys-down-is-fine", profile, breaks: "rp-jwks-down",
      "takes what it can't verify where the keys don't come"),
    .init(
      "keys-as-page-are-fine", profile, breaks: "rp-jwks-html",
      "takes what it can't verify where a page comes instead of keys"),
    .init(
      "keys-too-large-are-fine", profile, breaks: "rp-jwks-huge",
      "takes what it can't verify where the keys are too large to read"),
    .init(
      "all-keys-or-none", profile, breaks: "rp-jwks-unparseable-key",
      "refuses all keys where one is of a kind that it doesn't know"),
    .init(
      "dies-of-nameless-keys", profile, breaks: "rp-idt-kid-absent-many",
      "crashes where a token names no key and there are several"),
    .init(
      "metadata-for-ever", profile, breaks: "rp-discovery-cached-forever",
      "reads the metadata once and never again"),
    .init(
      "keys-fetched-each-time", profile, breaks: "rp-jwks-unknown-kid-storm",
      "fetches the keys for each name that it doesn't know"),
    .init(
      "metadata-and-keys-each-time", profile, breaks: "rp-jwks-unknown-kid-storm",
      "reads the metadata and fetches the keys for each name that it doesn't know"),
    .init(
      "keys-of-the-beginning", profile, breaks: "rp-jwks-rotate-before-sign",
      "reads the keys when a sign-in begins, and not anew for the token of the first one"),
    .init(
      "keys-for-ever", profile, breaks: "rp-jwks-rotate-between",
      "never fetches the keys a second time"),
    .init(
      "first-of-its-name", profile, breaks: "rp-idt-kid-dup-kty",
      "takes the first key of a name, whatever its kind"),
    .init(
      "nameless-refused", profile, breaks: "rp-idt-kid-absent-one",
      "refuses a token that names no key"),
    .init(
      "unverified-without-key-id", profile, breaks: "rp-idt-kid-absent-bad-sig",
      "does not verify a token that names no key"),
    .init(
      "issuer-of-metadata-optional", profile, breaks: "rp-discovery-issuer-missing",
      "takes metadata without an issuer"),
    .init(
      "refreshed-nonce-unchecked", profile, breaks: "rp-refresh-idt-nonce",
      "takes any nonce in a refreshed ID token"),
    .init(
      "userinfo-sub-in-any-case", profile, breaks: "rp-userinfo-sub-case",
      "compares the sub of userinfo without regard to case"),
    .init(
      "userinfo-sub-by-its-beginning", profile, breaks: "rp-userinfo-sub-shorter",
      "takes userinfo whose sub is the beginning of the right one"),
    .init(
      "userinfo-sub-within", profile, breaks: "rp-userinfo-sub-longer",
      "takes userinfo whose sub begins with the right one"),
    .init(
      "userinfo-of-an-empty-sub", profile, breaks: "rp-userinfo-sub-empty",
      "takes userinfo whose sub is empty"),
    .init(
      "userinfo-of-a-number", profile, breaks: "rp-userinfo-sub-number",
      "takes userinfo whose sub is no string"),
    .init(
      "any-userinfo", profile, breaks: "rp-userinfo-sub", and: "rp-userinfo-sub-case",
      "takes userinfo that speaks of somebody else"),
    .init(
      "userinfo-of-nobody", profile, breaks: "rp-userinfo-sub-missing",
      "takes userinfo that does not say whom it is about"),
    .init(
      "bearer-in-small-letters", profile, breaks: "rp-userinfo-bearer-header",
      "spells the scheme of its token in small letters"),
    .init(
      "no-signed-userinfo", profile, breaks: "rp-userinfo-signed",
      "knows no userinfo but plain JSON"),
    .init(
      "unverified-userinfo", profile, breaks: "rp-userinfo-signed-bad",
      "takes signed userinfo without looking at the signature"),
    .init(
      "trips-over-page-as-userinfo", profile, breaks: "rp-userinfo-html",
      "answers 500 where userinfo is a page"),
    .init(
      "asks-userinfo-again", profile, breaks: "rp-userinfo-401",
      "asks userinfo again and again with a refused token"),
    .init(
      "no-aggregated-claims", profile, breaks: "rp-aggregated",
      "refuses userinfo with claims of another source"),
    .init(
      "no-distributed-claims", profile, breaks: "rp-distributed",
      "leaves claims of another place where they are"),
    .init(
      "never-refreshes", profile, breaks: "rp-refresh-happy",
      "has a refresh token and never uses it"),
    .init(
      "refreshed-garbage-unread", profile, breaks: "rp-refresh-idt-read",
      "goes on where the ID token of a refresh is no token at all"),
    .init(
      "refreshed-iss-unchecked", profile, breaks: "rp-refresh-idt-iss",
      "takes a refreshed ID token of another issuer"),
    .init(
      "refreshed-sub-unchecked", profile, breaks: "rp-refresh-idt-sub",
      "takes a refreshed ID token that speaks of somebody else"),
    .init(
      "refreshed-aud-unchecked", profile, breaks: "rp-refresh-idt-aud",
      "takes a refreshed ID token for another client"),
    .init(
      "refreshed-azp-unchecked", profile, breaks: "rp-refresh-idt-azp",
      "takes a refreshed ID token that another client was handed"),
  ]
}
