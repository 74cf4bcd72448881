package usecase

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
)

// authentication is that of an endpoint as dispatchers get it.
func (s *service) authentication(id webhooks.EndpointID) *webhooks.Authentication {
	s.t.Helper()
	targets, err := s.endpoints.ResolveEndpoints(s.t.Context(), []string{string(id)})
	if err != nil || len(targets) != 1 || len(targets[0].Keys) == 0 {
		s.t.Fatalf("%+v, %v", targets, err)
	}
	return targets[0].Authentication
}

// stored is the row of an endpoint, as text.
func (s *service) stored(id webhooks.EndpointID) (row string) {
	s.t.Helper()
	const all = `
		SELECT endpoints::text || encode(coalesce(sealed_authentication, ''), 'escape') FROM endpoints WHERE id = $1`
	if err := s.pool.QueryRow(s.t.Context(), all, id).Scan(&row); err != nil {
		s.t.Fatal(err)
	}
	return row
}

// An authentication is stored encrypted, reaches dispatchers, is shown without secrets, and is replaced as a whole.
func TestAuthentication(t *testing.T) {
	s := newService(t)
	basic := webhooks.Authentication{Type: webhooks.AuthenticationBasic, Username: "user-1", Password: "pass-word-1"}
	e := s.newEndpointWith(webhooks.EndpointChanges{Authentication: new(&basic)})
	if got := s.authentication(e.ID); !reflect.DeepEqual(*got, basic) {
		t.Errorf("%+v", got)
	}
	if row := s.stored(e.ID); strings.Contains(row, basic.Password) || !strings.Contains(row, basic.Username) {
		t.Errorf("stored: %s", row)
	}
	oauth := webhooks.Authentication{
		Type:         webhooks.AuthenticationOAuth2,
		TokenURL:     "https://8.8.8.8/token",
		ClientID:     "c",
		ClientSecret: "client-secret-1",
		Scopes:       []string{"a"},
	}
	change := func(a *webhooks.Authentication) (webhooks.ObservedEndpoint, error) {
		return s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID, webhooks.EndpointChanges{Authentication: &a}, nil)
	}
	updated, err := change(&oauth)
	want := &webhooks.EndpointAuthentication{
		Type:     oauth.Type,
		TokenURL: oauth.TokenURL,
		ClientID: "c",
		Scopes:   []string{"a"},
	}
	if err != nil || !reflect.DeepEqual(updated.Authentication, want) {
		t.Errorf("%+v, %v", updated.Authentication, err)
	}
	read, err := s.endpoints.FindEndpoint(t.Context(), scope, e.ID)
	if err != nil || !reflect.DeepEqual(read.Authentication, want) {
		t.Errorf("%+v, %v", read.Authentication, err)
	}
	if got := s.authentication(e.ID); !reflect.DeepEqual(*got, oauth) {
		t.Errorf("%+v", got)
	}

	private := oauth
	private.TokenURL = "http://10.0.0.1/token"
	_, err = change(&private)
	var refused *fault.Error
	if !errors.As(err, &refused) || len(refused.Violations) != 1 ||
		refused.Violations[0].Field != "/authentication/token_url" {
		t.Errorf("a token URL of a private address: %v", err)
	}
	if updated, err = change(nil); err != nil || updated.Authentication != nil || s.authentication(e.ID) != nil {
		t.Errorf("%+v, %v", updated.Authentication, err)
	}
}

// A certificate that cannot be decrypted stops its endpoint only.
func TestAuthenticationOfAnotherRow(t *testing.T) {
	s := newService(t)
	basic := func(user string) webhooks.EndpointChanges {
		return webhooks.EndpointChanges{
			Authentication: new(&webhooks.Authentication{Type: webhooks.AuthenticationBasic, Username: user}),
		}
	}
	a, b := s.newEndpointWith(basic("a")), s.newEndpointWith(basic("b"))
	if _, err := s.pool.Exec(
		t.Context(),
		`
			UPDATE endpoints SET sealed_authentication = (SELECT sealed_authentication FROM endpoints WHERE id = $1)
			WHERE  id = $2`,
		a.ID,
		b.ID,
	); err != nil {
		t.Fatal(err)
	}
	targets, err := s.endpoints.ResolveEndpoints(t.Context(), []string{string(a.ID), string(b.ID)})
	if err != nil || len(targets) != 2 {
		t.Fatalf("%+v, %v", targets, err)
	}
	for _, target := range targets {
		if moved := target.Endpoint == b.ID; moved != (target.Unsigned != nil) || moved != (len(target.Keys) == 0) {
			t.Errorf("%s: %d keys, %v", target.Endpoint, len(target.Keys), target.Unsigned)
		}
	}
}

// Certificates that we make are of one authority for a tenant and mode, and are renewed before they end.
func TestMadeCertificatesAreRenewed(t *testing.T) {
	s := newService(t)
	mtls := func() webhooks.EndpointChanges {
		return webhooks.EndpointChanges{Authentication: new(&webhooks.Authentication{Type: webhooks.AuthenticationMTLS})}
	}
	a, b := s.newEndpointWith(mtls()), s.newEndpointWith(mtls())
	if a.Authentication.Authority == "" || a.Authentication.Authority != b.Authentication.Authority ||
		a.Authentication.Certificate.Fingerprint == b.Authentication.Certificate.Fingerprint {
		t.Errorf("%+v, %+v", a.Authentication, b.Authentication)
	}
	first := s.authentication(a.ID)
	if row := s.stored(a.ID); first.PrivateKey == "" || strings.Contains(row, first.PrivateKey[40:80]) {
		t.Errorf("stored: %s", row)
	}
	run := func(at time.Time) webhooks.Endpoint {
		t.Helper()
		if err := s.maintenance.Certificates(t.Context(), at, 10); err != nil {
			t.Fatal(err)
		}
		e, err := s.endpoints.FindEndpoint(t.Context(), scope, a.ID)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	ends := a.Authentication.Certificate.ExpiresAt
	if e := run(
		ends.Add(-webhooks.CertificateNoticeAhead - time.Hour),
	); *e.Authentication.Certificate != *a.Authentication.Certificate {
		t.Errorf("renewed too early: %+v", e.Authentication.Certificate)
	}
	e := run(ends.Add(-webhooks.CertificateNoticeAhead + time.Hour))
	if c := e.Authentication.Certificate; c.Fingerprint == a.Authentication.Certificate.Fingerprint ||
		!c.ExpiresAt.After(ends) ||
		e.Authentication.Authority != a.Authentication.Authority ||
		e.Version != a.Version+1 {
		t.Errorf("%+v", e)
	}
	if now := s.authentication(
		a.ID,
	); now.Certificate == first.Certificate || now.PrivateKey == first.PrivateKey {
		t.Error("dispatchers have the old certificate")
	}
	if again := run(ends.Add(-webhooks.CertificateNoticeAhead + 2*time.Hour)); again.Version != e.Version {
		t.Error("renewed twice")
	}
}

// A tenant has one authority in a mode, however many endpoints ask for the first certificate at once, and whether or
// not one of them has such a certificate still. Its key is sealed.
func TestOneAuthority(t *testing.T) {
	t.Parallel()
	s := newService(t)
	mtls := func() webhooks.EndpointChanges {
		return webhooks.EndpointChanges{URL: new("https://example.com"), Events: &[]string{"*"},
			Authentication: new(&webhooks.Authentication{Type: webhooks.AuthenticationMTLS})}
	}
	made := make([]webhooks.Endpoint, 6)
	errs := make([]error, len(made))
	var all sync.WaitGroup
	for i := range made {
		all.Go(func() { made[i], _, errs[i] = s.endpoints.CreateEndpoint(t.Context(), scope, mtls()) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	want := made[0].Authentication.Authority
	for _, e := range made {
		if e.Authentication.Authority != want {
			t.Error("an endpoint has an authority of its own")
		}
		basic := webhooks.Authentication{Type: webhooks.AuthenticationBasic, Username: "u"}
		if _, err := s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID,
			webhooks.EndpointChanges{Authentication: new(&basic)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	again, err := s.endpoints.UpdateEndpoint(t.Context(), scope, made[0].ID, webhooks.EndpointChanges{
		Authentication: mtls().Authentication}, nil)
	if err != nil || again.Authentication.Authority != want {
		t.Errorf("another authority after a while without one, %v", err)
	}
	live := webhooks.Scope{Tenant: scope.Tenant, Livemode: true}
	if e, _, err := s.endpoints.CreateEndpoint(t.Context(), live, mtls()); err != nil ||
		e.Authentication.Authority == want {
		t.Errorf("the same authority in live mode, %v", err)
	}
	from, err := s.store.Secrets.Authority(t.Context(), scope)
	if err != nil || from.Certificate != want || from.PrivateKey == "" {
		t.Fatalf("%v", err)
	}
	if n := s.count(`SELECT count(*) FROM client_authorities WHERE strpos(encode(sealed, 'escape'), $1) = 0`,
		from.PrivateKey[40:80]); n != 2 {
		t.Errorf("%d are sealed", n)
	}
	if err := s.store.Secrets.SetAuthority(t.Context(), scope, from, time.Now()); err != nil ||
		s.count(`SELECT count(*) FROM client_authorities`) != 2 {
		t.Errorf("not replaced: %v", err)
	}
}

// A certificate that cannot be renewed is tried again after an hour; those behind it are renewed meanwhile.
func TestCertificatesThatCannotBeRenewed(t *testing.T) {
	t.Parallel()
	s := newService(t)
	mtls := func() webhooks.EndpointChanges {
		return webhooks.EndpointChanges{Authentication: new(&webhooks.Authentication{Type: webhooks.AuthenticationMTLS})}
	}
	broken := s.newEndpointWith(mtls())
	fine := s.newEndpointWith(mtls())
	s.exec(`UPDATE endpoints SET sealed_authentication = '\x00', certificate_due_at = certificate_due_at - interval '1 day'
		WHERE id = $1`, broken.ID)
	due := fine.Authentication.Certificate.ExpiresAt.Add(-webhooks.CertificateNoticeAhead + time.Hour)
	for i, failing := range []bool{true, false, true} {
		err := s.maintenance.Certificates(t.Context(), due.Add(time.Duration(i)*40*time.Minute), 1)
		if failing != (err != nil) || failing && !strings.Contains(err.Error(), string(broken.ID)) {
			t.Errorf("turn %d: %v", i, err)
		}
	}
	e, err := s.endpoints.FindEndpoint(t.Context(), scope, fine.ID)
	if err != nil || *e.Authentication.Certificate == *fine.Authentication.Certificate {
		t.Errorf("the other one is not renewed: %v", err)
	}
}

// A tenant is notified once, some days before a certificate of its own ends.
func TestNoticeOfACertificateThatEnds(t *testing.T) {
	s := newService(t)
	from, err := webhooks.NewAuthority(scope, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	own, err := webhooks.Authentication{Type: webhooks.AuthenticationMTLS}.Issue("x", from, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	own.Authority = "" // the tenant has made it
	e := s.newEndpointWith(webhooks.EndpointChanges{Authentication: new(&own)})
	watching := s.newEndpoint()
	if _, err := s.endpoints.UpdateEndpoint(
		t.Context(),
		scope,
		watching.ID,
		webhooks.EndpointChanges{Events: &[]string{"endpoint.certificate_expiring"}},
		nil,
	); err != nil {
		t.Fatal(err)
	}
	ends := e.Authentication.Certificate.ExpiresAt
	events := func() int { return s.count(`SELECT count(*) FROM events`) }
	for _, c := range []struct {
		before time.Duration
		want   int
	}{{webhooks.CertificateNoticeAhead + time.Hour, 0}, {webhooks.CertificateNoticeAhead - time.Hour, 1}, {time.Hour, 1}} {
		if err := s.maintenance.Certificates(t.Context(), ends.Add(-c.before), 10); err != nil {
			t.Fatal(err)
		}
		if n := events(); n != c.want {
			t.Errorf("%v before: %d events", c.before, n)
		}
	}
	var body []byte
	if err := s.pool.QueryRow(t.Context(), `SELECT body FROM events`).Scan(&body); err != nil {
		t.Fatal(err)
	}
	var event struct {
		Type string
		Data webhooks.EndpointData
	}
	if err := json.Unmarshal(
		body,
		&event,
	); err != nil || event.Type != "endpoint.certificate_expiring" || event.Data.EndpointID != e.ID ||
		event.Data.CertificateExpiresAt != ends.Format(webhooks.TimeFormat) {
		t.Errorf("%s, %v", body, err)
	}
	if got := s.next(); len(got) != 1 || len(got["endpoint.certificate_expiring"]) != 1 ||
		got["endpoint.certificate_expiring"][0] != watching.ID {
		t.Errorf("%v", got)
	}
	// A new certificate has a notice of its own.
	next, err := webhooks.Authentication{Type: webhooks.AuthenticationMTLS}.Issue("x", from, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	next.Authority = ""
	if _, err := s.endpoints.UpdateEndpoint(
		t.Context(),
		scope,
		e.ID,
		webhooks.EndpointChanges{Authentication: new(&next)},
		nil,
	); err != nil {
		t.Fatal(err)
	}
	if err := s.maintenance.Certificates(t.Context(), ends.Add(-time.Hour), 10); err != nil || events() != 2 {
		t.Errorf("%d events, %v", events(), err)
	}
}

// What is sealed of a key pair is deleted once that is no longer published, whether or not there is another rotation.
func TestRetiredKeyPairsAreDeleted(t *testing.T) {
	t.Parallel()
	s := newService(t)
	keys := NewKeyPairs(s.store, "")
	for range 2 {
		if _, err := keys.RotateKeyPair(t.Context(), scope, time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{time.Hour, 2}, {2*time.Hour + time.Minute, 1}, {365 * 24 * time.Hour, 1}} {
		if err := s.maintenance.Maintain(t.Context(), time.Now().Add(c.after)); err != nil {
			t.Fatal(err)
		}
		if n := s.count(`SELECT count(*) FROM key_pairs`); n != c.want {
			t.Errorf("after %v there are %d", c.after, n)
		}
	}
}
