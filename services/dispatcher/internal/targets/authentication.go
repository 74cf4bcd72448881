package targets

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"errors"

	"google.golang.org/protobuf/proto"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/dispatcher"
)

// authentication reads how requests to an endpoint are authenticated; nil: by signatures only. It fails for what
// webhooks does not accept.
func authentication(endpoint string, p *webhooksv1.Authentication) (*dispatcher.Authentication, error) {
	if p == nil {
		return nil, nil //nolint:nilnil // there is none
	}
	all, err := proto.MarshalOptions{Deterministic: true}.Marshal(p)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(all)
	a := &dispatcher.Authentication{ID: endpoint + "/" + hex.EncodeToString(sum[:])}
	switch p.GetType() {
	case "none", "mtls":
	case "basic":
		a.Authorization = "Basic " + base64.StdEncoding.EncodeToString([]byte(p.GetUsername()+":"+p.GetPassword()))
	case "bearer":
		a.Authorization = "Bearer " + p.GetToken()
	case "oauth2_client_credentials":
		a.Client = &dispatcher.OAuth2Client{
			TokenURL: p.GetTokenUrl(), ID: p.GetClientId(), Secret: p.GetClientSecret(), Scopes: p.GetScopes(),
			AuthorityPEM: p.GetServerCa(),
		}
	default:
		return nil, errors.New("the type of authentication is unknown: this program is older than webhooks")
	}
	if p.GetServerCa() == "" && p.GetCertificate() == "" {
		return a, nil
	}
	// Without HTTP/2, whose connections net/http shares by address, and without sessions, which name the client as well.
	a.TLS = &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, DynamicRecordSizingDisabled: true}
	if p.GetServerCa() != "" {
		a.TLS.RootCAs = x509.NewCertPool()
		if !a.TLS.RootCAs.AppendCertsFromPEM([]byte(p.GetServerCa())) {
			return nil, errors.New("server_ca has no certificate")
		}
	}
	if p.GetCertificate() != "" {
		own, err := tls.X509KeyPair([]byte(p.GetCertificate()), []byte(p.GetPrivateKey()))
		if err != nil {
			return nil, err
		}
		// It is sent whichever authorities the receiver names: one that knows it by its fingerprint names none of ours.
		a.TLS.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &own, nil }
		a.ValidUntil = own.Leaf.NotAfter
	}
	return a, nil
}
