// x/oauth2 as a native app: signs in, calls userinfo, and ends with 1 where something was refused.
package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/oauth2"
)

func random() string {
	bytes := make([]byte, 32)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}

func main() {
	ctx := context.Background()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	config := oauth2.Config{
		ClientID:    os.Getenv("OAUTH_CLIENT_ID"),
		Scopes:      strings.Fields(os.Getenv("OAUTH_SCOPE")),
		RedirectURL: "http://" + listener.Addr().String() + "/callback",
		Endpoint: oauth2.Endpoint{
			AuthURL:   os.Getenv("OAUTH_AUTHORIZE_URL"),
			TokenURL:  os.Getenv("OAUTH_TOKEN_URL"),
			AuthStyle: oauth2.AuthStyleInParams,
		},
	}
	state, verifier := random(), random()
	sum := sha256.Sum256([]byte(verifier))
	address := config.AuthCodeURL(state,
		oauth2.SetAuthURLParam("code_challenge_method", "S256"),
		oauth2.SetAuthURLParam("code_challenge", base64.RawURLEncoding.EncodeToString(sum[:])))

	callbacks := make(chan *http.Request, 1)
	answer := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/callback" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintln(w, "You may close this window.")
		select {
		case callbacks <- r:
		default:
		}
	}
	server := &http.Server{Handler: http.HandlerFunc(answer)}
	go server.Serve(listener)
	if err := exec.Command("xdg-open", address).Run(); err != nil {
		log.Fatal(err)
	}
	callback := <-callbacks
	// Not before the callback is answered.
	server.Shutdown(ctx)
	if callback.FormValue("state") != state {
		log.Fatal("the state is another one")
	}
	if refusal := callback.FormValue("error"); refusal != "" {
		log.Fatal(refusal)
	}
	token, err := config.Exchange(ctx, callback.FormValue("code"), oauth2.SetAuthURLParam("code_verifier", verifier))
	if err != nil {
		log.Fatal(err)
	}
	userinfo, err := config.Client(ctx, token).Get(os.Getenv("OAUTH_USERINFO_URL"))
	if err != nil {
		log.Fatal(err)
	}
	if userinfo.StatusCode != http.StatusOK {
		log.Fatal(userinfo.Status)
	}
}
