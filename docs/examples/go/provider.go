package app

import (
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// What the provider's discovery document says, and the requests that a client makes of it.
type provider struct {
	Issuer                string
	AuthorizationEndpoint string `json:"authorization_endpoint"`
	TokenEndpoint         string `json:"token_endpoint"`
	UserinfoEndpoint      string `json:"userinfo_endpoint"`
	KeysURI               string `json:"jwks_uri"`

	config Config
}

type tokens struct {
	AccessToken string `json:"access_token"`
	IDToken     string `json:"id_token"`
}

type person struct {
	Subject string `json:"sub"`
	Name    string
}

type claims struct {
	Issuer   string `json:"iss"`
	Subject  string `json:"sub"`
	Audience any    `json:"aud"`
	Expires  int64  `json:"exp"`
	Nonce    string
}

var client = http.Client{Timeout: 5 * time.Second}

func discover(ctx context.Context, config Config) (*provider, error) {
	found := provider{config: config}
	request, err := http.NewRequestWithContext(ctx, "GET", config.Issuer+"/.well-known/openid-configuration", nil)
	if err != nil {
		return nil, err
	}
	return &found, answer(request, &found)
}

func (p *provider) redeem(ctx context.Context, code, verifier string) (got tokens, err error) {
	form := url.Values{
		"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {p.config.Base + "/callback"},
		"code_verifier": {verifier},
	}
	request, err := http.NewRequestWithContext(ctx, "POST", p.TokenEndpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return got, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth(url.QueryEscape(p.config.ClientID), url.QueryEscape(p.config.ClientSecret))
	return got, answer(request, &got)
}

func (p *provider) person(ctx context.Context, token string) (found person, err error) {
	request, err := http.NewRequestWithContext(ctx, "GET", p.UserinfoEndpoint, nil)
	if err != nil {
		return found, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	return found, answer(request, &found)
}

// verify says whose ID token it is, if it is for us (OpenID Connect Core §3.1.3.7).
func (p *provider) verify(ctx context.Context, token, nonce string) (*claims, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil, fmt.Errorf("the ID token has %d parts", len(parts))
	}
	var header struct{ Alg, Kid string }
	var said claims
	if decode(parts[0], &header) != nil || decode(parts[1], &said) != nil || header.Alg != "RS256" {
		return nil, fmt.Errorf("the ID token is not one that we read")
	}
	key, err := p.key(ctx, header.Kid)
	if err != nil {
		return nil, err
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if err := rsa.VerifyPKCS1v15(key, crypto.SHA256, digest[:], signature); err != nil {
		return nil, fmt.Errorf("the ID token's signature does not hold")
	}
	isExpired := time.Now().Unix() >= said.Expires
	if said.Issuer != p.Issuer || said.Audience != p.config.ClientID || said.Nonce != nonce || said.Subject == "" || isExpired {
		return nil, fmt.Errorf("the ID token is not for this sign-in")
	}
	return &said, nil
}

func (p *provider) key(ctx context.Context, id string) (*rsa.PublicKey, error) {
	var set struct {
		Keys []struct{ Kty, Kid, N, E string }
	}
	request, err := http.NewRequestWithContext(ctx, "GET", p.KeysURI, nil)
	if err != nil {
		return nil, err
	}
	if err := answer(request, &set); err != nil {
		return nil, err
	}
	for _, key := range set.Keys {
		n, wrongN := base64.RawURLEncoding.DecodeString(key.N)
		e, wrongE := base64.RawURLEncoding.DecodeString(key.E)
		if key.Kty == "RSA" && key.Kid == id && wrongN == nil && wrongE == nil {
			return &rsa.PublicKey{N: new(big.Int).SetBytes(n), E: int(new(big.Int).SetBytes(e).Int64())}, nil
		}
	}
	return nil, fmt.Errorf("nobody has the key of the ID token")
}

func answer(request *http.Request, into any) error {
	got, err := client.Do(request)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	if got.StatusCode != http.StatusOK {
		return fmt.Errorf("the provider answers %d", got.StatusCode)
	}
	return json.NewDecoder(got.Body).Decode(into)
}

func decode(part string, into any) error {
	text, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}
