// go-oidc in a website: /login, /callback, and /me for those who are signed in.
package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"

	oidc "github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

func random() string {
	bytes := make([]byte, 32)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}

var sessions sync.Map

func set(w http.ResponseWriter, name, value string) {
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", HttpOnly: true})
}

// taken gives a cookie's value, once.
func taken(w http.ResponseWriter, r *http.Request, name string) string {
	cookie, err := r.Cookie(name)
	http.SetCookie(w, &http.Cookie{Name: name, Path: "/", MaxAge: -1})
	if err != nil {
		return ""
	}
	return cookie.Value
}

func main() {
	ctx := context.Background()
	host := "127.0.0.1:" + os.Getenv("PORT")
	provider, err := oidc.NewProvider(ctx, os.Getenv("OAUTH_ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	client := os.Getenv("OAUTH_CLIENT_ID")
	verifier := provider.Verifier(&oidc.Config{ClientID: client})
	config := oauth2.Config{
		ClientID:     client,
		ClientSecret: os.Getenv("OAUTH_CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  "http://" + host + "/callback",
		Scopes:       strings.Fields(os.Getenv("OAUTH_SCOPE")),
	}

	http.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		state, nonce := random(), random()
		set(w, "state", state)
		set(w, "nonce", nonce)
		http.Redirect(w, r, config.AuthCodeURL(state, oidc.Nonce(nonce)), http.StatusFound)
	})
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		state, nonce := taken(w, r, "state"), taken(w, r, "nonce")
		if state == "" || r.URL.Query().Get("state") != state {
			http.Error(w, "the state is another one", http.StatusBadRequest)
			return
		}
		token, err := config.Exchange(ctx, r.URL.Query().Get("code"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		raw, _ := token.Extra("id_token").(string)
		idToken, err := verifier.Verify(ctx, raw)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if idToken.Nonce != nonce {
			http.Error(w, "the nonce is another one", http.StatusBadRequest)
			return
		}
		session := random()
		sessions.Store(session, idToken.Subject)
		set(w, "session", session)
		http.Redirect(w, r, "/me", http.StatusFound)
	})
	http.HandleFunc("/me", func(w http.ResponseWriter, r *http.Request) {
		if cookie, err := r.Cookie("session"); err == nil {
			if subject, ok := sessions.Load(cookie.Value); ok {
				w.Write([]byte(subject.(string)))
				return
			}
		}
		http.Error(w, "Nobody is signed in.", http.StatusUnauthorized)
	})
	log.Fatal(http.ListenAndServe(host, nil))
}
