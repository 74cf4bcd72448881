package webhooks

import (
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

var authNow = time.Now()

// issuer is an authority of a tenant.
func issuer(t testing.TB, at time.Time) Authority {
	t.Helper()
	a, err := NewAuthority(Scope{Tenant: "ten_a"}, at)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// made is an mTLS authentication with a certificate that we made.
func made(t testing.TB, from Authority, at time.Time) Authentication {
	t.Helper()
	a, err := Authentication{Type: AuthenticationMTLS}.Issue("11111111-1111-1111-1111-111111111111", from, at)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// fieldsOf are the fields and codes of a refusal.
func fieldsOf(err error) (out []string) {
	var e *fault.Error
	if errors.As(err, &e) {
		for _, v := range e.Violations {
			out = append(out, v.Field+" "+v.Code)
		}
	}
	return out
}

func TestAuthentication(t *testing.T) {
	from := issuer(t, authNow)
	own, other := made(t, from, authNow), made(t, from, authNow)
	ended := made(t, from, authNow.Add(-CertificateValidFor-2*clockSkew))
	future := made(t, from, authNow.Add(48*time.Hour))
	oauth := func(change func(*Authentication)) Authentication {
		a := Authentication{
			Type:         AuthenticationOAuth2,
			TokenURL:     "https://id.example.com/token",
			ClientID:     "c",
			ClientSecret: "s",
		}
		if change != nil {
			change(&a)
		}
		return a
	}
	mtls := func(certificate, key string) Authentication {
		return Authentication{Type: AuthenticationMTLS, Certificate: certificate, PrivateKey: key}
	}
	basic := func(user, password string) Authentication {
		return Authentication{Type: AuthenticationBasic, Username: user, Password: password}
	}
	bearer := func(token string) Authentication { return Authentication{Type: AuthenticationBearer, Token: token} }
	tokenURL := func(url string) Authentication { return oauth(func(a *Authentication) { a.TokenURL = url }) }
	scopes := func(list ...string) Authentication { return oauth(func(a *Authentication) { a.Scopes = list }) }
	serverCA := func(text string) Authentication {
		return Authentication{Type: AuthenticationNone, ServerCA: text}
	}
	empty, broken := Authentication{Type: AuthenticationOAuth2}, strings.Replace(own.Certificate, "M", "N", 1)
	both := basic("a", "")
	both.Token, both.Scopes, both.Certificate = "t", []string{"s"}, "c"
	for name, c := range map[string]struct {
		a    Authentication
		want string // "field code", between commas
	}{
		"none":                    {Authentication{Type: AuthenticationNone}, ""},
		"none, authority":         {serverCA(own.Authority), ""},
		"no type":                 {Authentication{}, "type unknown_kind"},
		"unknown type":            {Authentication{Type: "digest"}, "type unknown_kind"},
		"basic":                   {basic("ü", "a:b"), ""},
		"basic without password":  {basic("key", ""), ""},
		"basic without user":      {basic("", "p"), "username invalid_value"},
		"colon":                   {basic("a:b", ""), "username invalid_value"},
		"line":                    {basic("a", "a\r\nb"), "password invalid_value"},
		"long password":           {basic("a", strings.Repeat("p", 1025)), "password invalid_value"},
		"members of another":      {both, "token not_applicable,scopes not_applicable,certificate not_applicable"},
		"bearer":                  {bearer("a.b-c_d~e+f/g=="), ""},
		"bearer without":          {bearer(""), "token invalid_value"},
		"bearer with blank":       {bearer("a b"), "token invalid_value"},
		"bearer with line":        {bearer("a\n"), "token invalid_value"},
		"long bearer":             {bearer(strings.Repeat("a", 4097)), "token invalid_value"},
		"oauth2":                  {scopes("read:all", "b"), ""},
		"oauth2, nothing":         {empty, "token_url required,client_id invalid_value,client_secret invalid_value"},
		"token URL in clear":      {tokenURL("http://id.example.com/token"), "token_url scheme"},
		"token URL with password": {tokenURL("https://a:b@id.example.com/"), "token_url userinfo"},
		"scope":                   {scopes("a", `b"`), "scopes/1 invalid_value"},
		"scopes":                  {scopes(make([]string, 21)...), "scopes too_many"},
		"mtls":                    {own, ""},
		"mtls, key of another":    {mtls(own.Certificate, other.PrivateKey), "private_key invalid_key"},
		"mtls, no key":            {mtls(own.Certificate, ""), "private_key required"},
		"mtls, no certificate":    {mtls("", own.PrivateKey), "certificate required"},
		"mtls, no PEM":            {mtls("hello", "hello"), "certificate invalid_certificate"},
		"mtls, text before":       {mtls("x\n"+own.Certificate, own.PrivateKey), "certificate invalid_certificate"},
		"mtls, key among":         {mtls(own.Certificate+own.PrivateKey, own.PrivateKey), "certificate invalid_certificate"},
		"mtls, broken":            {mtls(broken, own.PrivateKey), "certificate invalid_certificate"},
		"mtls, ended":             {ended, "certificate expired"},
		"mtls, not yet":           {future, "certificate not_yet_valid"},
		"mtls, too long":          {mtls(strings.Repeat("x", MaxCertificate+1), own.PrivateKey), "certificate too_long"},
		"authority is none":       {serverCA(own.Certificate), "server_ca invalid_certificate"},
		"authority, no PEM":       {serverCA("x"), "server_ca invalid_certificate"},
		"authorities, too many":   {serverCA(strings.Repeat(own.Authority, 11)), "server_ca too_many"},
		"authorities, too long":   {serverCA(strings.Repeat("x", MaxServerCA+1)), "server_ca too_long"},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := NewEndpoint("e", Scope{Tenant: "ten_a", Livemode: true}, EndpointChanges{
				URL: new("https://example.com/"), Events: &[]string{"*"}, Authentication: new(&c.a),
			}, authNow)
			var got []string
			for _, f := range fieldsOf(err) {
				got = append(got, strings.TrimPrefix(f, "/authentication/"))
			}
			if strings.Join(got, ",") != c.want || err != nil && c.want == "" {
				t.Fatalf("%q (%v), want %q", got, err, c.want)
			}
			if text := fmt.Sprintf(
				"%+v %v",
				e.Authentication,
				err,
			); c.a.PrivateKey != "" &&
				strings.Contains(text, c.a.PrivateKey) {
				t.Errorf("the key shows: %s", text)
			}
		})
	}
}

// An endpoint has one header Authorization, whichever of the two is set last.
func TestAuthorizationIsSetOnce(t *testing.T) {
	basic := new(&Authentication{Type: AuthenticationBasic, Username: "a"})
	headers := &map[string]string{"authorization": "x"}
	fresh := func(c EndpointChanges) (Endpoint, error) {
		c.URL, c.Events = new("https://example.com/"), &[]string{"*"}
		return NewEndpoint("e", Scope{Tenant: "ten_a"}, c, authNow)
	}
	if _, err := fresh(
		EndpointChanges{Headers: headers, Authentication: basic},
	); !slices.Equal(
		fieldsOf(err),
		[]string{"/authentication/type conflict"},
	) {
		t.Errorf("both: %v", err)
	}
	e, _ := fresh(EndpointChanges{Authentication: basic})
	if err := e.Update(
		EndpointChanges{Headers: headers},
		authNow,
	); !slices.Equal(
		fieldsOf(err),
		[]string{"/headers/authorization conflict"},
	) {
		t.Errorf("header: %v", err)
	}
	for _, c := range []EndpointChanges{
		{Headers: headers, Authentication: new((*Authentication)(nil))},
		{Headers: headers, Authentication: new(new(made(t, issuer(t, authNow), authNow)))},
	} {
		if err := e.Update(c, authNow); err != nil {
			t.Error(err)
		}
	}
}

// The certificates that we make are of one authority, for as long as that is valid.
func TestMadeCertificates(t *testing.T) {
	from := issuer(t, authNow)
	first, second := made(t, from, authNow), made(t, from, authNow)
	if second.Authority != first.Authority || second.Certificate == first.Certificate ||
		second.PrivateKey == first.PrivateKey {
		t.Error("the second is not of the same authority, or no certificate of its own")
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(first.Authority))
	block, _ := pem.Decode([]byte(second.Certificate))
	leaf, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := leaf.Verify(
		x509.VerifyOptions{Roots: roots, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}},
	); err != nil {
		t.Error(err)
	}
	if leaf.IsCA || leaf.NotAfter.Sub(authNow) > CertificateValidFor {
		t.Errorf("authority %t, until %v", leaf.IsCA, leaf.NotAfter)
	}
	last := authNow.Add(authorityValidFor - CertificateValidFor - time.Hour)
	if !from.Serves(authNow) || !from.Serves(last) || from.Serves(last.Add(2*time.Hour)) || (Authority{}).Serves(authNow) {
		t.Error("it serves too long, or not for long enough")
	}
	if _, err := (Authentication{Type: AuthenticationMTLS}).Issue("x", Authority{}, authNow); err == nil {
		t.Error("issued without an authority")
	}
}

func FuzzParseCertificates(f *testing.F) {
	a := made(f, issuer(f, authNow), authNow)
	f.Add(a.Certificate)
	f.Add(a.Certificate + a.Authority)
	f.Add("-----BEGIN CERTIFICATE-----\n\n-----END CERTIFICATE-----\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := parseCertificates(text)
		if (err == nil) != (len(list) > 0) {
			t.Fatalf("%d certificates, %v", len(list), err)
		}
		for _, c := range list {
			s := showCertificate(c)
			if strings.ContainsFunc(s.Subject, isControl) && !strings.Contains(s.Subject, "\ufffd") ||
				len([]rune(s.Subject)) > maxSubject {
				t.Fatalf("%q", s.Subject)
			}
		}
	})
}
