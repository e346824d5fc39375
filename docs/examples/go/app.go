// Package app is a web app with "Sign in with …": OpenID Connect's code flow with PKCE, state and nonce. It needs nothing
// but the standard library.
package app

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"sync"
)

// Config is what the provider's registration gave us, and where browsers find us.
type Config struct {
	Issuer, ClientID, ClientSecret, Base string
}

// App is the web app. Its sessions are in memory.
type App struct {
	config   Config
	lock     sync.Mutex
	provider *provider // nil until it has been asked
	sessions map[string]session
}

type session struct {
	name  string
	asked *asked
}

// What a sign-in that is on its way has to match.
type asked struct{ state, nonce, verifier string }

// A refusal is what the person sees when a sign-in does not work out.
type refusal struct {
	status int
	reason string
}

func (r refusal) Error() string { return r.reason }

// New makes the app. It asks the provider nothing yet.
func New(config Config) *App {
	return &App{config: config, sessions: map[string]session{}}
}

func (app *App) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, current := app.session(r)
	if id == "" {
		id = app.begin(w, current)
	}
	var err error
	switch r.URL.Path {
	case "/":
		page := `<a href="/login">Sign in</a>`
		if current.name != "" {
			page = "Hello, " + html.EscapeString(current.name) + "!"
		}
		fmt.Fprint(w, page)
	case "/login":
		err = app.login(w, r, id)
	case "/callback":
		err = app.callback(w, r, id, current.asked)
	default:
		http.NotFound(w, r)
	}
	if err != nil {
		status := http.StatusBadGateway
		if refused, ok := err.(refusal); ok {
			status = refused.status
		}
		w.WriteHeader(status)
		fmt.Fprintf(w, `You are not signed in: %s. <a href="/login">Try again</a>`, html.EscapeString(err.Error()))
	}
}

func (app *App) login(w http.ResponseWriter, r *http.Request, id string) error {
	provider, err := app.discover(r.Context())
	if err != nil {
		return err
	}
	begun := asked{state: random(), nonce: random(), verifier: random()}
	app.save(id, session{asked: &begun})
	challenge := sha256.Sum256([]byte(begun.verifier))
	parameters := url.Values{
		"response_type": {"code"}, "client_id": {app.config.ClientID}, "scope": {"openid profile"},
		"redirect_uri": {app.config.Base + "/callback"}, "state": {begun.state}, "nonce": {begun.nonce},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(challenge[:])}, "code_challenge_method": {"S256"},
	}
	http.Redirect(w, r, provider.AuthorizationEndpoint+"?"+parameters.Encode(), http.StatusFound)
	return nil
}

func (app *App) callback(w http.ResponseWriter, r *http.Request, id string, begun *asked) error {
	query := r.URL.Query()
	if begun == nil || subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(begun.state)) == 0 {
		return refusal{http.StatusBadRequest, "this is not the answer to a sign-in of yours"}
	}
	app.save(id, session{}) // one answer to each sign-in
	provider, err := app.discover(r.Context())
	if err != nil {
		return err
	}
	if issuer := query.Get("iss"); issuer != "" && issuer != provider.Issuer {
		return refusal{http.StatusBadRequest, "another provider answers"}
	}
	if query.Has("error") || !query.Has("code") {
		return refusal{http.StatusForbidden, "no code came back: " + query.Get("error")}
	}
	tokens, err := provider.redeem(r.Context(), query.Get("code"), begun.verifier)
	if err != nil {
		return err
	}
	claims, err := provider.verify(r.Context(), tokens.IDToken, begun.nonce)
	if err != nil {
		return err
	}
	person, err := provider.person(r.Context(), tokens.AccessToken)
	if err != nil {
		return err
	}
	if person.Subject != claims.Subject {
		return refusal{http.StatusBadGateway, "userinfo is about somebody else"}
	}
	// Who signs in gets a new session: one that somebody else knew before is worth nothing.
	app.begin(w, session{name: person.Name})
	http.Redirect(w, r, "/", http.StatusFound)
	return nil
}

// discover asks the provider once, and again only where that failed.
func (app *App) discover(ctx context.Context) (*provider, error) {
	app.lock.Lock()
	known := app.provider
	app.lock.Unlock()
	if known != nil {
		return known, nil
	}
	found, err := discover(ctx, app.config)
	if err != nil {
		return nil, err
	}
	app.lock.Lock()
	defer app.lock.Unlock()
	app.provider = found
	return found, nil
}

// session is the one that the browser's cookie names; without a name there is none.
func (app *App) session(r *http.Request) (id string, found session) {
	cookie, err := r.Cookie("session")
	if err != nil {
		return "", found
	}
	app.lock.Lock()
	defer app.lock.Unlock()
	found, isKnown := app.sessions[cookie.Value]
	if !isKnown {
		return "", found
	}
	return cookie.Value, found
}

// begin makes a session, and tells the browser its name.
func (app *App) begin(w http.ResponseWriter, made session) (id string) {
	id = random()
	app.save(id, made)
	http.SetCookie(w, &http.Cookie{Name: "session", Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
	return id
}

func (app *App) save(id string, changed session) {
	app.lock.Lock()
	defer app.lock.Unlock()
	app.sessions[id] = changed
}

func random() string {
	var bytes [32]byte
	if _, err := rand.Read(bytes[:]); err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes[:])
}
