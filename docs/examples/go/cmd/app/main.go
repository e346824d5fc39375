// The app at http://127.0.0.1:5000.
package main

import (
	"log"
	"net/http"
	"os"

	"example.com/app"
)

func main() {
	log.Fatal(http.ListenAndServe("127.0.0.1:5000", app.New(app.Config{
		Issuer:       os.Getenv("ISSUER"),
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Base:         "http://127.0.0.1:5000",
	})))
}
