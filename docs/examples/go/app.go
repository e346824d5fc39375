// Package app is a web app with "Sign in with …": OpenID Connect's code flow with PKCE, state and nonce. It needs nothing
// but the standard library.
package app

import (
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
	provider *provider
	lock     sync.Mutex
	sessions map[string]*session
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
	return &App{config: config, provider: &provider{config: config}, sessions: map[string]*session{}}
}

func (app *App) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	app.lock.Lock()
	defer app.lock.Unlock()
	current := app.session(w, r)
	var err error
	switch r.URL.Path {
	case "/":
		page := `<a href="/login">Sign in</a>`
		if current.name != "" {
			page = "Hello, " + html.EscapeString(current.name) + "!"
		}
		fmt.Fprint(w, page)
	case "/login":
		err = app.login(w, r, current)
	case "/callback":
		err = app.callback(w, r, current)
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

func (app *App) login(w http.ResponseWriter, r *http.Request, current *session) error {
	known, err := app.provider.discover(r.Context())
	if err != nil {
		return err
	}
	current.asked = &asked{state: random(), nonce: random(), verifier: random()}
	challenge := sha256.Sum256([]byte(current.asked.verifier))
	parameters := url.Values{
		"response_type": {"code"}, "client_id": {app.config.ClientID}, "scope": {"openid profile"},
		"redirect_uri": {app.config.Base + "/callback"}, "state": {current.asked.state}, "nonce": {current.asked.nonce},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(challenge[:])}, "code_challenge_method": {"S256"},
	}
	http.Redirect(w, r, known.AuthorizationEndpoint+"?"+parameters.Encode(), http.StatusFound)
	return nil
}

func (app *App) callback(w http.ResponseWriter, r *http.Request, current *session) error {
	asked, query := current.asked, r.URL.Query()
	current.asked = nil
	if asked == nil || subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(asked.state)) == 0 {
		return refusal{http.StatusBadRequest, "this is not the answer to a sign-in of yours"}
	}
	known, err := app.provider.discover(r.Context())
	if err != nil {
		return err
	}
	if issuer := query.Get("iss"); issuer != "" && issuer != known.Issuer {
		return refusal{http.StatusBadRequest, "another provider answers"}
	}
	if query.Has("error") || !query.Has("code") {
		return refusal{http.StatusForbidden, "no code came back: " + query.Get("error")}
	}
	tokens, err := app.provider.redeem(r.Context(), query.Get("code"), asked.verifier)
	if err != nil {
		return err
	}
	claims, err := app.provider.verify(r.Context(), tokens.IDToken, asked.nonce)
	if err != nil {
		return err
	}
	person, err := app.provider.person(r.Context(), tokens.AccessToken)
	if err != nil {
		return err
	}
	if person.Subject != claims.Subject {
		return refusal{http.StatusBadGateway, "userinfo is about somebody else"}
	}
	// Who signs in gets a new session: one that somebody else knew before is worth nothing.
	app.newSession(w).name = person.Name
	http.Redirect(w, r, "/", http.StatusFound)
	return nil
}

func (app *App) session(w http.ResponseWriter, r *http.Request) *session {
	if cookie, err := r.Cookie("session"); err == nil {
		if known := app.sessions[cookie.Value]; known != nil {
			return known
		}
	}
	return app.newSession(w)
}

func (app *App) newSession(w http.ResponseWriter) *session {
	id, made := random(), &session{}
	app.sessions[id] = made
	http.SetCookie(w, &http.Cookie{Name: "session", Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
	return made
}

func random() string {
	var bytes [32]byte
	if _, err := rand.Read(bytes[:]); err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes[:])
}
