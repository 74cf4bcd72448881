package e2e

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/e2e/collector"
	"github.com/partnerline/partnerline/e2e/leaks"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// liveSecrets are what neither telemetry nor databases may have of a walk through live mode. As the transport of the
// browsers it learns their links, cookies and codes.
type liveSecrets struct {
	query string // of the URL of an endpoint, with a secret of its receiver

	mu    sync.Mutex // guards known
	known leaks.Known
}

// secretsOf knows the keys of a system, the personal data of the walk, and an endpoint of live mode. Deliveries to it
// fail for want of a certificate, so that there are errors with its URL.
func secretsOf(t *testing.T, s *system) *liveSecrets {
	t.Helper()
	l := &liveSecrets{query: "key=" + rand.Text(), known: leaks.Known{
		s.Env.PartnerKeyLive: "the partner's key", s.Env.VerificationAPIKeyLive: "the key of the verification service",
		s.Env.InternalToken: "the operator's token",
		"44051401359":       "the national id", "ABA300000": "the identity document",
		"PL61109010140000071219812874": "the payout account", "Wzorcowy": "the applicant's name",
		"customer@example.com": "the payer's address",
	}}
	hook := "https" + strings.TrimPrefix(receiver.New(t).URL(), "http") + "/hook?" + l.query
	made := apicall.Call(t, "POST", s.Env.VerificationBaseURL+"/api/v1/webhooks", s.Env.VerificationAPIKeyLive,
		object{"url": hook, "events": []string{"*"}})
	secret, _ := made.Want(t, http.StatusCreated).Body["meta"].(map[string]any)["secret"].(string)
	l.known[secret] = "the endpoint's secret"
	return l
}

func (l *liveSecrets) learn(what string, values ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, v := range values {
		l.known[v] = what
	}
}

// linkToken is the token in the URL of a link: what it says, and its signature.
var linkToken = regexp.MustCompile(`/(?:connect|pay)/([\w-]{16,}\.[\w-]{16,})`)

// leastCookie is the length from which a cookie is a secret; a language is shorter.
const leastCookie = 16

// RoundTrip makes a request of a browser.
func (l *liveSecrets) RoundTrip(req *http.Request) (*http.Response, error) {
	if m := linkToken.FindStringSubmatch(req.URL.Path); m != nil {
		l.learn("a link", m[1])
	}
	for _, c := range req.Cookies() {
		if len(c.Value) >= leastCookie {
			l.learn("a cookie", c.Value)
		}
	}
	if req.Body != nil {
		raw, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		req.Body = io.NopCloser(bytes.NewReader(raw))
		form, err := url.ParseQuery(string(raw))
		if err != nil {
			return nil, err
		}
		if token := form.Get("form"); token != "" {
			l.learn("the token of a form", token)
		}
	}
	return http.DefaultTransport.RoundTrip(req)
}

var (
	messageText = regexp.MustCompile(`(?s)<pre>.*?</pre>|"text":"(?:[^"\\]|\\.)*"`)
	messageCode = regexp.MustCompile(`\b[0-9]{6}\b`)
)

// received learns the codes and links of the messages that people got.
func (l *liveSecrets) received(t *testing.T, mailboxes ...string) {
	t.Helper()
	for _, at := range mailboxes {
		resp, err := http.Get(at)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range messageText.FindAllString(string(raw), -1) {
			l.learn("a code", messageCode.FindAllString(text, -1)...)
			for _, m := range linkToken.FindAllStringSubmatch(text, -1) {
				l.learn("a link in a message", m[1])
			}
		}
	}
	kinds := map[string]int{}
	for _, what := range l.known {
		kinds[what]++
	}
	for _, what := range []string{"a link", "a cookie", "the token of a form", "a code", "a link in a message"} {
		if kinds[what] == 0 {
			t.Errorf("the walk has shown nothing that is %s: %v", what, kinds)
		}
	}
}

// metricLabels are the names and labels of all metrics of the programs.
func (s *system) metricLabels() (all []string) {
	s.t.Helper()
	for _, admin := range []string{s.Env.AdminURL, s.Env.PartnerAdminURL, s.Env.DispatcherAdminURL} {
		for line := range strings.Lines(scrape(s.t, admin)) {
			all = append(all, line[:max(0, strings.LastIndexByte(line, ' '))])
		}
	}
	return all
}

// rows are those of each table of a database.
func rows(t *testing.T, database string) map[string]string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	found, err := conn.Query(t.Context(), `
		SELECT tablename, query_to_xml(format('SELECT t::text FROM %I t', tablename), true, true, '')::text
		FROM   pg_tables WHERE schemaname = 'public'`)
	if err != nil {
		t.Fatal(err)
	}
	all, table, content := map[string]string{}, "", ""
	if _, err := pgx.ForEachRow(found, []any{&table, &content}, func() error {
		all[table] = content
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// search searches the databases and the metrics of a system and, after it has stopped, all that it has exported.
func (l *liveSecrets) search(t *testing.T, s *system, exported *collector.Collector) {
	t.Helper()
	faults := map[string]string{} // one of each kind
	note := func(at, value string, found []string) {
		for _, what := range found {
			faults[what+" in "+at] = value
		}
	}
	for _, database := range []func() (string, error){s.WebhooksDatabase, s.PartnerConnectDatabase} {
		at, err := database()
		if err != nil {
			t.Fatal(err)
		}
		for table, content := range rows(t, at) {
			note("the table "+table, "", l.known.In(content))
		}
	}
	for _, labels := range s.metricLabels() {
		note("metrics", labels, append(l.known.In(labels), leaks.Like(labels)...))
	}
	stop(t, s.Stack)
	l.known[l.query] = "the query of an endpoint's URL"
	parts := map[string]int{}
	for _, x := range exported.Texts() {
		parts[x.Service+" "+x.Part]++
		note(fmt.Sprintf("the %s of %s", x.Part, x.Service), x.Value, append(l.known.In(x.Value), leaks.Like(x.Value)...))
	}
	for _, service := range []string{"webhooks", "dispatcher", "partnerconnect"} {
		for _, part := range []string{"span", "log"} {
			if parts[service+" "+part] == 0 {
				t.Errorf("%s has exported no %s: %v", service, part, parts)
			}
		}
	}
	for what, value := range faults {
		t.Errorf("%s: %.500s", what, value)
	}
}
