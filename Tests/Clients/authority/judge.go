// Judges a server's certificate as Go's TLS does: judge CA CERTIFICATE NAME.
package main

import (
	"crypto/x509"
	"encoding/pem"
	"log"
	"os"
)

func main() {
	authority, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	text, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(authority) {
		log.Fatal("Go does not read the CA")
	}
	block, _ := pem.Decode(text)
	certificate, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := certificate.Verify(x509.VerifyOptions{Roots: roots, DNSName: os.Args[3]}); err != nil {
		log.Fatal(err)
	}
}
