package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/sdk/conformance"
	"github.com/partnerline/partnerline/testkit/freeport"
	"github.com/partnerline/partnerline/testkit/repository"
)

const (
	callToken   = "token-of-the-calls-0123456789"
	reportToken = "token-of-the-reports-0123456789"
)

func getenv(name string) string {
	return map[string]string{"TOKEN": callToken, "REPORT_TOKEN": reportToken}[name]
}

func free(t *testing.T) string {
	t.Helper()
	port, err := freeport.Pick("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
}

// provider starts the example of a provider, and returns where it takes calls and where its pages are.
func provider(t *testing.T, reports string) (calls, pages string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "provider")
	source, err := repository.Path("examples/provider")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	calls, pages = free(t), free(t)
	ctx, stop := context.WithCancel(context.Background())
	c := exec.CommandContext(ctx, program)
	var log bytes.Buffer
	c.Stderr = &log
	c.Env = []string{"GRPC_ADDR=" + calls, "HTTP_ADDR=" + pages, "STATE_FILE=" + filepath.Join(t.TempDir(), "state.json"),
		"TOKEN=" + callToken, "PROVIDER_TOKEN=" + reportToken, "PARTNERCONNECT_GRPC=" + reports}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = c.Wait()
		if t.Failed() {
			t.Log(log.String())
		}
	})
	return calls, "http://" + pages
}

// hook plays the people at the pages of the example.
func hook(t *testing.T, pages *string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var a conformance.Act
		if err := json.NewDecoder(r.Body).Decode(&a); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		page, form := a.PageURL, url.Values{"do": {strings.TrimPrefix(a.Action, "try_to_")}, "method": {"blik"}}
		switch a.Action {
		case "pay", "decline", "try_to_pay", "verify", "try_to_verify", "begin", "submit", "send_to_review":
		case "fail", "fail_document":
			form.Set("document", "failed")
		case "refund_arrives", "refund_fails":
			page = *pages + "/refunds/" + a.Subject
			form.Set("do", map[string]string{"refund_arrives": "arrived", "refund_fails": "failed"}[a.Action])
		case "count_messages":
			if n := strings.Count(body(t, *pages), a.Subject); n != 1 {
				w.WriteHeader(http.StatusConflict)
			}
			return
		case "no_message":
			if strings.Contains(body(t, *pages), a.Subject) {
				w.WriteHeader(http.StatusConflict)
			}
			return
		default:
			w.WriteHeader(http.StatusNotImplemented)
			return
		}
		answer, err := http.PostForm(page, form)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		_ = answer.Body.Close()
		if answer.StatusCode/100 != 2 && !strings.HasPrefix(a.Action, "try_to_") {
			w.WriteHeader(http.StatusConflict)
		}
	}))
	t.Cleanup(func() { s.Close(); http.DefaultClient.CloseIdleConnections() })
	return s.URL
}

func body(t *testing.T, page string) string {
	t.Helper()
	answer, err := http.Get(page) //nolint:noctx // the example's own page
	if err != nil {
		t.Error(err)
		return ""
	}
	defer func() { _ = answer.Body.Close() }()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Error(err)
	}
	return string(b)
}

// The example of a provider conforms: as a real process, with the hook that people would be.
func TestTheExampleConforms(t *testing.T) {
	reports := free(t)
	calls, pages := provider(t, reports)
	at := hook(t, &pages)
	for part, want := range map[string]struct {
		code   int
		notRun string
	}{"payment_engine": {3, "charged_back"}, "message_sender": {3, "bounced"}, "identity_provider": {0, ""}} {
		var out, progress bytes.Buffer
		code, err := run(t.Context(),
			[]string{"--address", calls, "--listen", reports, "--hook-url", at, "--quiet", "200ms", "--lifetime", "1s", "--json",
				part}, getenv, strings.NewReader(""), &out, &progress)
		var v conformance.Verdict
		if err != nil || code != want.code || json.Unmarshal(out.Bytes(), &v) != nil || v.Part != part {
			t.Errorf("%s: %d, %v\n%s", part, code, err, progress.String())
		}
		for _, r := range v.Results {
			if r.Outcome != conformance.Passed && r.Check != want.notRun {
				t.Errorf("%s: %s %s: %s", part, r.Outcome, r.Check, r.Detail)
			}
		}
	}
}

// Wrong usage names every setting that is wrong.
func TestUsage(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		want []string
	}{
		"nothing": {nil, []string{"PART", "--address", "payment_engine"}},
		"two hooks": {[]string{"--address", "x:1", "--ask", "--hook", "true", "bank_rail"},
			[]string{"--ask, --hook, --hook-url"}},
		"no such flag": {[]string{"--port", "1"}, []string{"port"}},
		"half of TLS":  {[]string{"--address", "x:1", "--tls-cert", "x.pem", "bank_rail"}, []string{"TLS_CERT"}},
		"no server":    {[]string{"--address", "127.0.0.1:1", "bank_rail"}, []string{"--address", "not reached"}},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			code, err := run(ctx, c.args, getenv, strings.NewReader(""), io.Discard, io.Discard)
			if code != 2 || err == nil {
				t.Fatalf("%d, %v", code, err)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%v does not name %s", err, want)
				}
			}
		})
	}
	_, err := run(t.Context(), []string{"--listen", "x:1", "--address", "x:1", "bank_rail"},
		func(string) string { return "" }, strings.NewReader(""), io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "REPORT_TOKEN") ||
		!strings.Contains(err.Error(), "TOKEN: must be set") {
		t.Errorf("without tokens: %v", err)
	}
}

// The page lists each check and its demand.
// The build can be asked for without anything that a check needs.
func TestVersion(t *testing.T) {
	var out strings.Builder
	none := func(string) string { return "" }
	code, err := run(t.Context(), []string{"--version"}, none, strings.NewReader(""), &out, io.Discard)
	if code != 0 || err != nil || !strings.HasPrefix(out.String(), "partnerline-conformance dev (commit unknown, go") {
		t.Errorf("%d, %v: %q", code, err, out.String())
	}
}

func TestDocument(t *testing.T) {
	page, err := repository.Read("docs/conformance.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range conformance.Parts() {
		if table := conformance.Table(part); !strings.Contains(string(page), table) {
			t.Errorf("docs/conformance.md does not have the table of %s:\n%s", part, table)
		}
	}
}
