package app

import (
	"regexp"
	"strings"
	"testing"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// secretsOf are texts that no answer may have.
var secretsOf = []string{"the-pass-word", "the-bearer-token", "the-client-secret", "PRIVATE KEY"}

func noSecret(t *testing.T, text string) {
	t.Helper()
	for _, secret := range secretsOf {
		if strings.Contains(text, secret) {
			t.Errorf("%s shows: %s", secret, text)
		}
	}
}

// An authentication is set, replaced and ended over JSON, and no answer has its secrets. The feed has them.
func TestEndpointAuthentication(t *testing.T) {
	t.Parallel()
	s := shared(t)
	type object = map[string]any
	a := s.create(s.key, object{
		"url": target, "events": []string{"*"},
		"authentication": object{"type": "basic", "username": "user", "password": "the-pass-word"},
	}).want(t, 201)
	id := a.data()["id"].(string)
	path := s.public + "/api/v1/webhooks/" + id
	shown := func(a answer) object {
		t.Helper()
		noSecret(t, a.Raw)
		got, _ := a.data()["authentication"].(object)
		return got
	}
	patch := func(body any) object {
		t.Helper()
		return shown(s.call("PATCH", path, s.key, body).want(t, 200))
	}
	feed := func() *webhooksv1.Authentication {
		t.Helper()
		resp, err := webhooksv1.NewEndpointFeedServiceClient(s.grpc).ResolveEndpoints(
			internal(t.Context()), &webhooksv1.ResolveEndpointsRequest{Ids: []string{id}})
		if err != nil || len(resp.GetData()) != 1 {
			t.Fatal(resp, err)
		}
		return resp.GetData()[0].GetAuthentication()
	}
	if got := shown(a); got["type"] != "basic" || got["username"] != "user" || got["token_url"] != nil {
		t.Errorf("%v", got)
	}
	if got := feed(); got.GetPassword() != "the-pass-word" {
		t.Errorf("%v", got)
	}
	if got := patch(`{"description":"x"}`); got["username"] != "user" {
		t.Errorf("%v", got)
	}
	got := patch(object{"authentication": object{
		"type":          "oauth2_client_credentials",
		"token_url":     "http://127.0.0.1:9/token",
		"client_id":     "cid",
		"client_secret": "the-client-secret",
		"scopes":        []string{"a"},
	}})
	if got["client_id"] != "cid" || got["token_url"] != "http://127.0.0.1:9/token" || got["username"] != nil {
		t.Errorf("%v", got)
	}
	if got := feed(); got.GetClientSecret() != "the-client-secret" || got.GetPassword() != "" {
		t.Errorf("%v", got)
	}
	made := patch(object{"authentication": object{"type": "mtls"}})["certificate"].(object)
	if made["authority"] == nil || made["fingerprint"] == nil || made["expires_at"] == nil ||
		!strings.Contains(made["subject"].(string), id) {
		t.Errorf("%v", made)
	}
	if got := feed(); !strings.Contains(got.GetPrivateKey(), "PRIVATE KEY") ||
		got.GetCertificate() == made["authority"] {
		t.Error("the feed has no certificate with its key")
	}
	renewed := patch(object{"authentication": object{"type": "mtls"}})["certificate"].(object)
	if renewed["authority"] != made["authority"] || renewed["fingerprint"] == made["fingerprint"] {
		t.Errorf("%v, then %v", made, renewed)
	}
	ca := patch(
		object{"authentication": object{"type": "bearer", "token": "the-bearer-token", "server_ca": made["authority"]}},
	)
	if list, _ := ca["server_ca"].([]any); len(list) != 1 || ca["certificate"] != nil {
		t.Errorf("%v", ca)
	}
	noSecret(t, s.call("GET", s.public+"/api/v1/webhooks", s.key, nil).want(t, 200).Raw)
	if got := patch(`{"authentication":null}`); got != nil || feed() != nil {
		t.Errorf("%v", got)
	}

	for name, c := range map[string]struct {
		body  object
		field string
	}{
		"nothing": {object{}, "/authentication/type"},
		"unknown": {object{"type": "digest"}, "/authentication/type"},
		"member": {
			object{"type": "bearer", "token": "the-bearer-token", "password": "the-pass-word"}, "/authentication/password",
		},
		"bad token": {object{"type": "bearer", "token": "the-bearer-token\r\n"}, "/authentication/token"},
		"bad PEM": {
			object{"type": "mtls", "certificate": "x", "private_key": "-----BEGIN PRIVATE KEY-----"},
			"/authentication/certificate",
		},
		"no number": {object{"type": 1}, "/authentication/type"},
		"not known": {object{"type": "bearer", "secret": "the-bearer-token"}, "/authentication/secret"},
		"private URL": {
			object{
				"type": "oauth2_client_credentials", "token_url": "http://10.0.0.1/", "client_id": "c",
				"client_secret": "the-client-secret",
			}, "/authentication/token_url",
		},
	} {
		t.Run(name, func(t *testing.T) {
			refused := s.call("PATCH", path, s.key, object{"authentication": c.body}).want(t, 422)
			if noSecret(t, refused.Raw); !strings.Contains(refused.Raw, `"`+c.field+`"`) {
				t.Errorf("%s", refused.Raw)
			}
		})
	}
	s.call("PATCH", path, s.key, object{"description": "x", "authentication": object{}}).
		wantProblem(t, 422, "validation_failed", "/authentication/type")
	noSecret(t, s.log.String())
}

// The portal sets an authentication, shows it without secrets, and says at which step an attempt failed.
func TestAuthenticationInThePortal(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	v := s.inPortal(s.key, "manager")
	get := func(path string, texts ...string) shownPage {
		t.Helper()
		p := v.get(path).is(t, 200, texts...)
		noSecret(t, p.body)
		return p
	}
	refused := v.send("/portal/endpoints/new", "url", receiver, "events", "*", "auth_type", "oauth2_client_credentials",
		"token_url", "nowhere", "client_id", "cid", "client_secret", "the-client-secret").
		is(t, 422, "Authentication, Token URL: must be an absolute URL", `value="cid"`)
	noSecret(t, refused.body)
	created := v.send(
		"/portal/endpoints/new",
		"url",
		receiver,
		"events",
		"*",
		"auth_type",
		"basic",
		"username",
		"user",
		"password",
		"the-pass-word",
	).is(
		t,
		200,
	)
	noSecret(t, created.body)
	id := regexp.MustCompile(`endpoints/([0-9a-f-]{36})`).FindStringSubmatch(created.body)[1]
	page := "/portal/endpoints/" + id
	get(page, `data-authentication="basic"`, "User name", "user")
	edit := get(page + "/edit")
	v.send(page+"/edit", "version", edit.version(t), "url", receiver, "events", "*", "auth_type", "mtls").
		is(t, 422, "tick the choice above it")
	for name, typed := range map[string]string{"token": "a-typed-token", "server_ca": "-----BEGIN"} {
		v.send(page+"/edit", "version", edit.version(t), "url", receiver, "events", "*", "auth_type", "none", name, typed).
			is(t, 422, "tick the choice above it")
	}
	v.send(page+"/edit", "version", edit.version(t), "url", receiver, "events", "*", "auth_type", "none").is(t, 303)
	get(page, `data-authentication="basic"`)
	v.send(
		page+"/edit",
		"version",
		get(page+"/edit").version(t),
		"url",
		receiver,
		"events",
		"*",
		"change_authentication",
		"yes",
		"auth_type",
		"mtls",
	).is(
		t,
		303,
	)
	get(page, `data-authentication="mtls"`, "data-authority", "BEGIN CERTIFICATE", "SHA-256")

	tested := v.send(page, "do", "test").is(t, 303)
	delivery := "/portal/" + strings.Split(strings.TrimPrefix(tested.Header.Get("Location"), "../"), "?")[0]
	first := d.next(1)
	for n, c := range []struct{ failure, step, remedy string }{
		{"dns", "DNS", "DNS record"}, {"connect_refused", "TCP", "firewall"}, {"tls", "TLS", "TLS 1.2"},
		{"client_certificate", "certificate", "trust our certificate"},
		{"token_refused", "token", "client secret"},
	} {
		outcome := dispatchv1.Outcome_OUTCOME_RETRY
		if n == 4 {
			outcome = dispatchv1.Outcome_OUTCOME_FAILED
		}
		attempts := attemptsOf(first, int32(n+1), outcome)
		attempts[0].Error, attempts[0].ResponseStatus = c.failure, 0
		d.publish(&dispatchv1.AttemptBatch{Attempts: attempts})
		s.eventually(c.failure, func() bool { return strings.Contains(v.get(delivery).body, "Failed step: "+c.step+".") })
		get(delivery, c.remedy)
	}
	attempts := s.call(
		"GET",
		s.public+"/api/v1/deliveries/"+strings.TrimPrefix(delivery, "/portal/deliveries/"),
		s.key,
		nil,
	)
	if !strings.Contains(attempts.Raw, `"failed_step":"token"`) ||
		!strings.Contains(attempts.Raw, webhooks.Remedies["token_refused"]) {
		t.Errorf("%s", attempts.Raw)
	}
}
