package webhooks

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/fault"
)

// AuthenticationType is how requests and connections to an endpoint are authenticated, besides the signature.
type AuthenticationType string

// The types of authentication.
const (
	AuthenticationNone   AuthenticationType = "none"
	AuthenticationMTLS   AuthenticationType = "mtls"
	AuthenticationOAuth2 AuthenticationType = "oauth2_client_credentials"
	AuthenticationBasic  AuthenticationType = "basic"
	AuthenticationBearer AuthenticationType = "bearer"
)

// AuthenticationTypes lists all types.
var AuthenticationTypes = []AuthenticationType{
	AuthenticationNone, AuthenticationMTLS, AuthenticationOAuth2, AuthenticationBasic, AuthenticationBearer,
}

// Limits of an authentication, in bytes where nothing else is said.
const (
	MaxUsername    = 255
	MaxPassword    = 1024
	MaxBearerToken = 4096
	MaxScopes      = 20
	MaxScope       = 128
	MaxCertificate = 16 << 10
	MaxPrivateKey  = 8 << 10
	MaxServerCA    = 24 << 10
	maxAuthorities = 10 // certificates of ServerCA
)

// An Authentication holds the secrets of an endpoint's authentication. It is sealed as a whole.
type Authentication struct {
	Type         AuthenticationType `json:"type"`
	Username     string             `json:"username,omitempty"`
	Password     string             `json:"password,omitempty"`
	Token        string             `json:"token,omitempty"`
	TokenURL     string             `json:"token_url,omitempty"`
	ClientID     string             `json:"client_id,omitempty"`
	ClientSecret string             `json:"client_secret,omitempty"`
	Scopes       []string           `json:"scopes,omitempty"`
	Certificate  string             `json:"certificate,omitempty"` // PEM, the leaf first
	PrivateKey   string             `json:"private_key,omitempty"`
	ServerCA     string             `json:"server_ca,omitempty"`

	Authority string `json:"authority,omitempty"` // PEM of what issued a certificate that we made
}

// EndpointAuthentication is what is shown of an Authentication, as it is stored.
type EndpointAuthentication struct {
	Type        AuthenticationType `json:"type"`
	Username    string             `json:"username,omitempty"`
	TokenURL    string             `json:"token_url,omitempty"`
	ClientID    string             `json:"client_id,omitempty"`
	Scopes      []string           `json:"scopes,omitempty"`
	Certificate *ShownCertificate  `json:"certificate,omitempty"`
	Authority   string             `json:"authority,omitempty"` // PEM, of a certificate that we made
	ServerCA    []ShownCertificate `json:"server_ca,omitempty"`
}

// ShownCertificate is what is shown of a certificate.
type ShownCertificate struct {
	Subject     string    `json:"subject"`
	Fingerprint string    `json:"fingerprint"` // SHA-256, in hex
	ExpiresAt   time.Time `json:"expires_at"`
}

// CertificateExpiresAt is when the client certificate of an endpoint ends; nil without one.
func (a *EndpointAuthentication) CertificateExpiresAt() *time.Time {
	if a == nil || a.Certificate == nil {
		return nil
	}
	return &a.Certificate.ExpiresAt
}

// Made reports whether we made the client certificate.
func (a *EndpointAuthentication) Made() bool { return a != nil && a.Authority != "" }

// Authorizes reports whether requests have a header Authorization of ours.
func (a *EndpointAuthentication) Authorizes() bool {
	return a != nil && a.Type != AuthenticationNone && a.Type != AuthenticationMTLS
}

// wantsCertificate reports whether we are to make the client certificate.
func (a Authentication) wantsCertificate() bool {
	return a.Type == AuthenticationMTLS && a.Certificate == "" && a.PrivateKey == ""
}

// A refusals collects what is wrong with an authentication.
type refusals []fault.Violation

func (r *refusals) add(field, code, message string) {
	*r = append(*r, fault.Violation{Field: "/authentication/" + field, Code: code, Message: message})
}

// shown checks an authentication and returns what is shown of it; nil for `none` without authorities.
func (a Authentication) shown(livemode bool, now time.Time) (*EndpointAuthentication, []fault.Violation) {
	var bad refusals
	if !slices.Contains(AuthenticationTypes, a.Type) {
		bad.add("type", "unknown_kind", fault.OneOf(AuthenticationTypes))
		return nil, bad
	}
	a.checkMembers(&bad)
	v := &EndpointAuthentication{Type: a.Type, Authority: a.Authority}
	switch a.Type {
	case AuthenticationBasic:
		a.checkBasic(&bad)
		v.Username = a.Username
	case AuthenticationBearer:
		if !token68.MatchString(a.Token) || len(a.Token) > MaxBearerToken {
			bad.add("token", "invalid_value",
				fmt.Sprintf("must be 1 to %d letters, digits and -._~+/, then any number of =", MaxBearerToken))
		}
	case AuthenticationOAuth2:
		a.checkOAuth2(livemode, &bad)
		v.TokenURL, v.ClientID, v.Scopes = a.TokenURL, a.ClientID, a.Scopes
	case AuthenticationMTLS:
		v.Certificate = a.checkCertificate(now, &bad)
	case AuthenticationNone:
		if a.ServerCA == "" && len(bad) == 0 {
			return nil, nil
		}
	}
	v.ServerCA = checkServerCA(a.ServerCA, now, &bad)
	if len(bad) > 0 {
		return nil, bad
	}
	return v, nil
}

// checkMembers refuses members of other types: they would be stored and do nothing.
func (a Authentication) checkMembers(bad *refusals) {
	for _, m := range []struct {
		name  string
		given bool
		of    AuthenticationType
	}{
		{"username", a.Username != "", AuthenticationBasic},
		{"password", a.Password != "", AuthenticationBasic},
		{"token", a.Token != "", AuthenticationBearer},
		{"token_url", a.TokenURL != "", AuthenticationOAuth2},
		{"client_id", a.ClientID != "", AuthenticationOAuth2},
		{"client_secret", a.ClientSecret != "", AuthenticationOAuth2},
		{"scopes", len(a.Scopes) > 0, AuthenticationOAuth2},
		{"certificate", a.Certificate != "", AuthenticationMTLS},
		{"private_key", a.PrivateKey != "", AuthenticationMTLS},
	} {
		if m.given && a.Type != m.of {
			bad.add(m.name, "not_applicable", "belongs to the type "+string(m.of)+"; leave it out, or set that type")
		}
	}
}

var (
	token68   = regexp.MustCompile(`^[A-Za-z0-9\-._~+/]+=*$`)
	scopeText = regexp.MustCompile(`^[\x21\x23-\x5B\x5D-\x7E]+$`) // RFC 6749, appendix A.4
)

func isControl(r rune) bool { return r < ' ' || r == 0x7f || r == utf8.RuneError }

func notPrintable(r rune) bool { return r < ' ' || r > '~' }

func (a Authentication) checkBasic(bad *refusals) {
	if a.Username == "" || len(a.Username) > MaxUsername || strings.Contains(a.Username, ":") ||
		strings.ContainsFunc(a.Username, isControl) {
		bad.add("username", "invalid_value",
			fmt.Sprintf("must have 1 to %d bytes, without a colon and control characters", MaxUsername))
	}
	if len(a.Password) > MaxPassword || strings.ContainsFunc(a.Password, isControl) {
		bad.add("password", "invalid_value",
			fmt.Sprintf("must have at most %d bytes, without control characters", MaxPassword))
	}
}

func (a Authentication) checkOAuth2(livemode bool, bad *refusals) {
	if code, message := checkURL(a.TokenURL, livemode); code != "" {
		bad.add("token_url", code, message)
	}
	for _, m := range []struct {
		name, value string
		most        int
	}{{"client_id", a.ClientID, MaxUsername}, {"client_secret", a.ClientSecret, MaxPassword}} {
		if m.value == "" || len(m.value) > m.most || strings.ContainsFunc(m.value, notPrintable) {
			bad.add(m.name, "invalid_value", fmt.Sprintf("must have 1 to %d printable ASCII characters", m.most))
		}
	}
	if len(a.Scopes) > MaxScopes {
		bad.add("scopes", "too_many", fmt.Sprintf("must list at most %d scopes", MaxScopes))
		return
	}
	for i, s := range a.Scopes {
		if len(s) > MaxScope || !scopeText.MatchString(s) {
			bad.add("scopes/"+strconv.Itoa(i), "invalid_value", fmt.Sprintf(
				"must have 1 to %d printable ASCII characters, without blanks, quotes and backslashes", MaxScope))
		}
	}
}

// checkCertificate checks the client certificate and its key.
func (a Authentication) checkCertificate(now time.Time, bad *refusals) *ShownCertificate {
	for _, m := range []struct {
		name, text string
		most       int
	}{{"certificate", a.Certificate, MaxCertificate}, {"private_key", a.PrivateKey, MaxPrivateKey}} {
		if m.text == "" {
			bad.add(m.name, "required", "must be given with the other of certificate and private_key, or neither")
		} else if len(m.text) > m.most {
			bad.add(m.name, "too_long", fmt.Sprintf("must have at most %d bytes", m.most))
		}
	}
	if len(*bad) > 0 {
		return nil
	}
	list, err := parseCertificates(a.Certificate)
	if err != nil {
		bad.add("certificate", "invalid_certificate", err.Error())
		return nil
	}
	leaf := list[0]
	if _, err := tls.X509KeyPair([]byte(a.Certificate), []byte(a.PrivateKey)); err != nil {
		bad.add("private_key", "invalid_key", "must be the PEM of an unencrypted private key that fits the first certificate")
	}
	checkDates("certificate", leaf, now, bad)
	any := func(u x509.ExtKeyUsage) bool { return u == x509.ExtKeyUsageAny || u == x509.ExtKeyUsageClientAuth }
	if len(leaf.ExtKeyUsage)+len(leaf.UnknownExtKeyUsage) > 0 && !slices.ContainsFunc(leaf.ExtKeyUsage, any) {
		bad.add("certificate", "invalid_certificate",
			"must allow the authentication of clients: its extended key usage lacks it")
	}
	return new(showCertificate(leaf))
}

func checkServerCA(text string, now time.Time, bad *refusals) (out []ShownCertificate) {
	if text == "" {
		return nil
	}
	if len(text) > MaxServerCA {
		bad.add("server_ca", "too_long", fmt.Sprintf("must have at most %d bytes", MaxServerCA))
		return nil
	}
	list, err := parseCertificates(text)
	if err != nil {
		bad.add("server_ca", "invalid_certificate", err.Error())
		return nil
	}
	if len(list) > maxAuthorities {
		bad.add("server_ca", "too_many", fmt.Sprintf("must have at most %d certificates", maxAuthorities))
		return nil
	}
	for _, c := range list {
		if !c.IsCA {
			bad.add("server_ca", "invalid_certificate",
				"must have certificates of authorities only: give the one that issued the receiver's, not that itself")
			return nil
		}
		checkDates("server_ca", c, now, bad)
		out = append(out, showCertificate(c))
	}
	return out
}

func checkDates(field string, c *x509.Certificate, now time.Time, bad *refusals) {
	switch {
	case !now.Before(c.NotAfter):
		bad.add(field, "expired", "must not have ended; it ended at "+c.NotAfter.UTC().Format(time.RFC3339))
	case now.Before(c.NotBefore):
		bad.add(field, "not_yet_valid", "must be valid now; it begins at "+c.NotBefore.UTC().Format(time.RFC3339))
	}
}

// pemError says what is expected of a text.
type pemError string

func (e pemError) Error() string { return string(e) }

const notCertificates = pemError("must be the PEM of certificates, and of nothing else")

// parseCertificates reads the certificates of a PEM text, of which there is at least one.
func parseCertificates(text string) (list []*x509.Certificate, err error) {
	rest := []byte(text)
	for len(bytes.TrimSpace(rest)) > 0 {
		var block *pem.Block
		if !bytes.HasPrefix(bytes.TrimSpace(rest), []byte("-----BEGIN CERTIFICATE-----")) {
			return nil, notCertificates
		}
		if block, rest = pem.Decode(rest); block == nil || block.Type != "CERTIFICATE" {
			return nil, notCertificates
		}
		c, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, notCertificates
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		return nil, notCertificates
	}
	return list, nil
}

// maxSubject bounds what is shown of a subject.
const maxSubject = 256

func showCertificate(c *x509.Certificate) ShownCertificate {
	sum := sha256.Sum256(c.Raw)
	subject := strings.ToValidUTF8(c.Subject.String(), "\ufffd")
	subject = strings.Map(func(r rune) rune {
		if misleads(r) || isControl(r) {
			return '\ufffd'
		}
		return r
	}, subject)
	if runes := []rune(subject); len(runes) > maxSubject {
		subject = string(runes[:maxSubject])
	}
	return ShownCertificate{Subject: subject, Fingerprint: hex.EncodeToString(sum[:]), ExpiresAt: c.NotAfter.UTC()}
}

// setAuthentication sets the authentication of an endpoint.
func (e *Endpoint) setAuthentication(a *Authentication, now time.Time) (bad []fault.Violation) {
	if e.Authentication = nil; a != nil {
		e.Authentication, bad = a.shown(e.Livemode, now)
	}
	return bad
}

// checkAuthorization refuses two headers Authorization.
func (e *Endpoint) checkAuthorization(c EndpointChanges) []fault.Violation {
	i := slices.IndexFunc(e.HeaderNames, func(name string) bool { return strings.EqualFold(name, "Authorization") })
	if i < 0 || !e.Authentication.Authorizes() {
		return nil
	}
	v := fault.Violation{
		Field: "/authentication/type", Code: "conflict",
		Message: "must not be set while the endpoint has an own header Authorization; remove that from headers",
	}
	if c.Authentication == nil {
		v.Field = "/headers/" + fault.PointerToken(e.HeaderNames[i])
		v.Message = "must not be set while authentication has the type " + string(e.Authentication.Type) + ", which sets it"
	}
	return []fault.Violation{v}
}

// How long certificates are valid that we make, and from when before the end of one we renew it, or give notice of one
// that a tenant has given.
const (
	CertificateValidFor    = 397 * 24 * time.Hour
	authorityValidFor      = 10 * 365 * 24 * time.Hour
	CertificateNoticeAhead = 21 * 24 * time.Hour
	clockSkew              = time.Hour
)

// WantsCertificate reports whether a change asks us to make a client certificate.
func (c EndpointChanges) WantsCertificate() bool {
	return c.Authentication != nil && *c.Authentication != nil && (*c.Authentication).wantsCertificate()
}

// An Authority issues the client certificates that we make for the endpoints of a tenant and mode.
type Authority struct {
	Certificate string // PEM
	PrivateKey  string // PEM
}

// NewAuthority makes the authority of a scope.
func NewAuthority(s Scope, now time.Time) (a Authority, err error) {
	mode := TestMode
	if s.Livemode {
		mode = LiveMode
	}
	a.Certificate, a.PrivateKey, err = newCertificate(&x509.Certificate{
		Subject:   pkix.Name{Organization: []string{"Partnerline webhooks"}, CommonName: string(s.Tenant) + " " + mode},
		NotBefore: now.Add(-clockSkew), NotAfter: now.Add(authorityValidFor),
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true, KeyUsage: x509.KeyUsageCertSign,
	}, nil)
	return a, err
}

// Serves reports whether the authority can issue a certificate that does not outlive it. The zero one cannot.
func (a Authority) Serves(now time.Time) bool {
	pair, err := tls.X509KeyPair([]byte(a.Certificate), []byte(a.PrivateKey))
	return err == nil && !now.Add(CertificateValidFor).After(pair.Leaf.NotAfter)
}

// Issue returns the authentication with a client certificate for an endpoint, which the authority of its scope issues.
func (a Authentication) Issue(id EndpointID, from Authority, now time.Time) (Authentication, error) {
	authority, err := tls.X509KeyPair([]byte(from.Certificate), []byte(from.PrivateKey))
	if err != nil {
		return a, fmt.Errorf("authority of endpoint %s: %w", id, err)
	}
	t := &x509.Certificate{
		Subject:   pkix.Name{Organization: []string{"Partnerline webhooks"}, CommonName: string(id)},
		NotBefore: now.Add(-clockSkew), NotAfter: now.Add(CertificateValidFor), BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	a.Authority = from.Certificate
	a.Certificate, a.PrivateKey, err = newCertificate(t, &authority)
	return a, err
}

// newCertificate makes a key and a certificate for it, which the issuer signs; nil: it signs itself.
func newCertificate(t *x509.Certificate, issuer *tls.Certificate) (certificate, privateKey string, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", "", err
	}
	if t.SerialNumber, err = rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127)); err != nil {
		return "", "", err
	}
	parent, signer := t, any(key)
	if issuer != nil {
		parent, signer = issuer.Leaf, issuer.PrivateKey
	}
	der, err := x509.CreateCertificate(rand.Reader, t, parent, key.Public(), signer)
	if err != nil {
		return "", "", err
	}
	raw, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return "", "", err
	}
	text := func(kind string, b []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}))
	}
	return text("CERTIFICATE", der), text("PRIVATE KEY", raw), nil
}
