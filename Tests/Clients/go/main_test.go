// Package clients signs in with golang.org/x/oauth2 and go-oidc, at the addresses that they have built in.
package clients

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
	"golang.org/x/oauth2/instagram"
	"golang.org/x/oauth2/vk"
)

const (
	callback = "http://127.0.0.1:7999/cb"
	secret   = "understudy-secret-0123456789"
	state    = "state of this request"
)

var b2c = oauth2.Endpoint{
	AuthURL:  "https://kidventusb2c.b2clogin.com/kidventusb2c.onmicrosoft.com/B2C_1_signupsignin/oauth2/v2.0/authorize",
	TokenURL: "https://kidventusb2c.b2clogin.com/kidventusb2c.onmicrosoft.com/B2C_1_signupsignin/oauth2/v2.0/token",
}

// begin resets the server and gives the test twenty seconds.
func begin(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	answer, err := http.Post(os.Getenv("UNDERSTUDY_URL")+"/_understudy/sandboxes/default/reset", "application/json", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Fatal("the server was not reset: ", answer.Status)
	}
	return ctx
}

// visit signs alice in at an authorization URL, and answers with the parameters of the callback.
func visit(ctx context.Context, t *testing.T, address string, options ...string) url.Values {
	arguments := append([]string{"visit", address, "--as", "alice", "--password", "wonderland"}, options...)
	place, err := exec.CommandContext(ctx, os.Getenv("TOOL"), arguments...).Output()
	var exit *exec.ExitError
	// 1 says that she was sent back with a refusal.
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1 && len(options) > 0) {
		t.Fatal(address, ": ", err)
	}
	back, err := url.Parse(strings.TrimSpace(string(place)))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(back.String(), callback+"?") || back.Query().Get("state") != state {
		t.Fatal("sent back to ", back)
	}
	return back.Query()
}

// get reads JSON from an API as the token's owner.
func get(t *testing.T, client *http.Client, address string, into any) {
	answer, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Fatal(address, ": ", answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		t.Fatal(address, ": ", err)
	}
}

func TestVK(t *testing.T) {
	ctx := begin(t)
	app := oauth2.Config{
		ClientID: "7999001", ClientSecret: secret, RedirectURL: callback, Endpoint: vk.Endpoint, Scopes: []string{"email"},
	}
	token, err := app.Exchange(ctx, visit(ctx, t, app.AuthCodeURL(state)).Get("code"))
	if err != nil {
		t.Fatal(err)
	}
	if token.Extra("email") != "alice@example.test" || !token.Valid() || token.Expiry.IsZero() {
		t.Error("token: ", token)
	}
	var people struct {
		Response []struct {
			ID         int    `json:"id"`
			ScreenName string `json:"screen_name"`
		} `json:"response"`
	}
	get(t, http.DefaultClient, "https://api.vk.com/method/users.get?v=5.131&fields=screen_name&access_token="+token.AccessToken, &people)
	if len(people.Response) != 1 || people.Response[0].ID != 1 || people.Response[0].ScreenName != "alice" {
		t.Error("users.get: ", people)
	}
}

func TestInstagram(t *testing.T) {
	ctx := begin(t)
	app := oauth2.Config{
		ClientID: "c0ffee00c0ffee00c0ffee00c0ffee00", ClientSecret: secret, RedirectURL: callback, Endpoint: instagram.Endpoint,
	}
	token, err := app.Exchange(ctx, visit(ctx, t, app.AuthCodeURL(state)).Get("code"))
	if err != nil {
		t.Fatal(err)
	}
	user, isObject := token.Extra("user").(map[string]any)
	if !isObject || user["username"] != "alice" {
		t.Error("user: ", token.Extra("user"))
	}
}

func TestRefusals(t *testing.T) {
	ctx := begin(t)
	app := oauth2.Config{ClientID: "7999001", ClientSecret: secret, RedirectURL: callback, Endpoint: vk.Endpoint}
	denied := visit(ctx, t, app.AuthCodeURL(state), "--deny")
	if denied.Get("error") != "access_denied" || denied.Has("code") {
		t.Error("denied: ", denied)
	}
	_, err := app.Exchange(ctx, "0123456789abcdef01")
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) {
		t.Fatal("not refused: ", err)
	}
	if refused.Response.StatusCode != http.StatusUnauthorized || !strings.Contains(string(refused.Body), "invalid_grant") {
		t.Error("refused: ", refused)
	}
}

func TestB2CRefreshes(t *testing.T) {
	ctx := begin(t)
	app := oauth2.Config{
		ClientID: "11111111-2222-4333-8444-555555555555", ClientSecret: secret, RedirectURL: callback, Endpoint: b2c,
		Scopes: []string{"offline_access", "https://kidventusb2c.onmicrosoft.com/tasks/read"},
	}
	token, err := app.Exchange(ctx, visit(ctx, t, app.AuthCodeURL(state)).Get("code"))
	if err != nil {
		t.Fatal(err)
	}
	expired := *token
	expired.Expiry = time.Now().Add(-time.Minute)
	source := app.TokenSource(ctx, &expired)
	refreshed, err := source.Token()
	if err != nil {
		t.Fatal(err)
	}
	if refreshed.RefreshToken == token.RefreshToken || !refreshed.Valid() {
		t.Error("refreshed: ", refreshed)
	}
	var tasks []any
	get(t, oauth2.NewClient(ctx, source), "https://aadb2cplayground.azurewebsites.net/api/tasks", &tasks)
	if len(tasks) != 0 {
		t.Error("tasks: ", tasks)
	}
}

func TestOCLCOfALibraryItself(t *testing.T) {
	ctx := begin(t)
	app := clientcredentials.Config{
		ClientID:     "WebClientKey00000000000000000000000000000000000000000000000000000000000000000000",
		ClientSecret: secret, TokenURL: "https://oauth.oclc.org/token", Scopes: []string{"WorldCatMetadataAPI"},
	}
	token, err := app.Token(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(token.AccessToken, "tk_") || !token.Valid() {
		t.Error("token: ", token)
	}
}

func TestStandardByDiscovery(t *testing.T) {
	ctx := begin(t)
	provider, err := oidc.NewProvider(ctx, "https://standard.test")
	if err != nil {
		t.Fatal(err)
	}
	app := oauth2.Config{
		ClientID: "web", ClientSecret: secret, RedirectURL: callback, Endpoint: provider.Endpoint(),
		Scopes: []string{oidc.ScopeOpenID, "profile", "email"},
	}
	token, err := app.Exchange(ctx, visit(ctx, t, app.AuthCodeURL(state, oidc.Nonce("n-1"))).Get("code"))
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := provider.Verifier(&oidc.Config{ClientID: "web"}).Verify(ctx, raw)
	if err != nil {
		t.Fatal(err)
	}
	if err := id.VerifyAccessToken(token.AccessToken); err != nil {
		t.Error(err)
	}
	if id.Nonce != "n-1" {
		t.Error("nonce: ", id.Nonce)
	}
	person, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		t.Fatal(err)
	}
	if person.Subject != id.Subject || person.Email != "alice@example.test" {
		t.Error("userinfo: ", person)
	}
	if _, err := provider.Verifier(&oidc.Config{ClientID: "native"}).Verify(ctx, raw); err == nil {
		t.Error("a token for another client was taken")
	}
}
