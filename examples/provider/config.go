package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"google.golang.org/grpc/credentials"
)

// config is what the environment says.
type config struct {
	grpcAddr, httpAddr   string
	publicURL            string // of the pages
	stateFile            string
	token                string // that calls must carry
	partnerconnect       string // where reports go
	providerToken        string // that reports carry
	cert, key, authority string // paths of PEM files; none: no TLS
}

const minToken = 16

// readConfig reports all faults at once.
func readConfig(getenv func(string) string) (config, error) {
	or := func(name, value string) string {
		if v := getenv(name); v != "" {
			return v
		}
		return value
	}
	c := config{
		grpcAddr: or("GRPC_ADDR", "127.0.0.1:9200"), httpAddr: or("HTTP_ADDR", "127.0.0.1:8200"),
		stateFile: or("STATE_FILE", "provider.json"),
		token:     getenv("TOKEN"), partnerconnect: or("PARTNERCONNECT_GRPC", "127.0.0.1:9080"),
		providerToken: getenv("PROVIDER_TOKEN"),
		cert:          getenv("TLS_CERT"), key: getenv("TLS_KEY"), authority: getenv("TLS_CA"),
	}
	c.publicURL = strings.TrimRight(or("PUBLIC_URL", "http://"+c.httpAddr), "/")
	var faults []error
	if len(c.token) < minToken {
		faults = append(faults, errors.New("TOKEN: want at least 16 characters, those of PAYMENT_ENGINE_TOKEN, "+
			"IDENTITY_PROVIDER_TOKEN and MESSAGE_PROVIDER_TOKEN of partnerconnectd"))
	}
	if len(c.providerToken) < minToken {
		faults = append(faults, errors.New("PROVIDER_TOKEN: want at least 16 characters, those of PROVIDER_TOKEN of "+
			"partnerconnectd"))
	}
	if u, err := url.Parse(c.publicURL); err != nil || u.Host == "" {
		faults = append(faults, errors.New("PUBLIC_URL: want http or https://host[:port]"))
	}
	if (c.cert == "") != (c.key == "") || (c.cert == "") != (c.authority == "") {
		faults = append(faults, errors.New("TLS_CERT, TLS_KEY, TLS_CA: want all or none"))
	}
	return c, errors.Join(faults...)
}

// credentials are those of the server, which accepts callers of the authority alone, and those of its own calls.
func (c config) credentials() (server, client credentials.TransportCredentials, err error) {
	if c.cert == "" {
		return plain(), plain(), nil
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		return nil, nil, fmt.Errorf("TLS_CERT, TLS_KEY: %w", err)
	}
	pem, err := os.ReadFile(c.authority)
	if err != nil {
		return nil, nil, fmt.Errorf("TLS_CA: %w", err)
	}
	authority := x509.NewCertPool()
	if !authority.AppendCertsFromPEM(pem) {
		return nil, nil, errors.New("TLS_CA: the file holds no certificate")
	}
	own := []tls.Certificate{pair}
	return credentials.NewTLS(&tls.Config{Certificates: own, ClientCAs: authority,
			ClientAuth: tls.RequireAndVerifyClientCert, MinVersion: tls.VersionTLS13}),
		credentials.NewTLS(&tls.Config{Certificates: own, RootCAs: authority, MinVersion: tls.VersionTLS13}), nil
}
