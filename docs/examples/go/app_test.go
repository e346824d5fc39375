package app

import (
	"net/http"
	"strings"
	"testing"
)

func TestSignsIn(t *testing.T) {
	box := newSandbox(t)
	if _, text := box.open(box.app + "/login"); text != "Hello, Alice Liddell!" {
		t.Error(text)
	}
}

func TestDenial(t *testing.T) {
	box := newSandbox(t)
	box.command("PUT", "/answer", `{"sign_in": "alice", "consent": "denied"}`, nil)
	if status, text := box.open(box.app + "/login"); status != http.StatusForbidden || !strings.Contains(text, "access_denied") {
		t.Error(status, text)
	}
}

func TestCodeHasExpired(t *testing.T) {
	box := newSandbox(t)
	callback := box.openUntilCallback(box.app + "/login")
	box.command("POST", "/clock", `{"age": "PT10M"}`, nil)
	if status, text := box.open(callback); status != http.StatusBadGateway {
		t.Error(status, text)
	}
	if refused := box.refusals(); len(refused) != 1 || refused[0].Condition != "code_expired" {
		t.Error(refused)
	}
}

func TestWrongState(t *testing.T) {
	box := newSandbox(t)
	box.rule(`{"match": {"endpoint": "authorize"}, "then": {"change": {"set": {"state": "not-the-one-you-sent"}}}}`)
	if status, text := box.open(box.app + "/login"); status != http.StatusBadRequest {
		t.Error(status, text)
	}
	isSignedOut(t, box)
}

func TestCallbackOfNobody(t *testing.T) {
	box := newSandbox(t)
	if status, text := box.open(box.app + "/callback?code=stolen&state="); status != http.StatusBadRequest {
		t.Error(status, text)
	}
}

func TestTokenEndpointFailsOnce(t *testing.T) {
	box := newSandbox(t)
	box.rule(`{"match": {"endpoint": "token"}, "times": 1, "then": {"answer": {"status": 503}}}`)
	if status, text := box.open(box.app + "/login"); status != http.StatusBadGateway {
		t.Error(status, text)
	}
	if _, text := box.open(box.app + "/login"); text != "Hello, Alice Liddell!" {
		t.Error(text)
	}
}

func TestForgedIDToken(t *testing.T) {
	for _, forgery := range []string{
		`{"signature": "bad"}`,
		`{"signature": "none"}`,
		`{"kid": "nobody-has-this-key"}`,
		`{"claims": {"iss": "https://attacker.example"}}`,
		`{"claims": {"aud": "another-client"}}`,
		`{"claims": {"nonce": "not-the-one-you-sent"}}`,
		`{"claims": {"sub": null}}`,
		`{"shift": -86400}`,
	} {
		forgery := forgery
		t.Run(forgery, func(t *testing.T) {
			box := newSandbox(t)
			box.rule(`{"match": {"endpoint": "token"}, "then": {"change": {"tokens": {"id": ` + forgery + `}}}}`)
			if status, text := box.open(box.app + "/login"); status != http.StatusBadGateway {
				t.Error(status, text)
			}
			isSignedOut(t, box)
		})
	}
}

func isSignedOut(t *testing.T, box *sandbox) {
	t.Helper()
	if _, text := box.open(box.app + "/"); !strings.Contains(text, "Sign in") {
		t.Error(text)
	}
}
