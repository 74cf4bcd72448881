// Command consolespeed measures how long the pages of the console and the portal take with a history of production's
// size: it starts the whole system, writes 100,000 onboardings with their payments and 1,000,000 deliveries into the
// databases, signs in, and gets each page.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/testkit/idp"
	"github.com/partnerline/partnerline/testkit/pgserver"
)

// How long a page of the console may take, and one of the portal.
const (
	bar       = 300 * time.Millisecond
	portalBar = 200 * time.Millisecond
)

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	onboardings := flag.Int("onboardings", 100_000, "how many onboardings there are, each with a payment")
	deliveries := flag.Int("deliveries", 1_000_000, "how many deliveries there are")
	repeat := flag.Int("repeat", 11, "how often each page is read")
	flag.Parse()
	over, err := run(ctx, *onboardings, *deliveries, *repeat)
	if err != nil {
		fmt.Fprintln(os.Stderr, "consolespeed:", err)
		os.Exit(1)
	}
	if over > 0 {
		os.Exit(3)
	}
}

func run(ctx context.Context, onboardings, deliveries, repeat int) (over int, err error) {
	dir, err := os.MkdirTemp("", "consolespeed-")
	if err != nil {
		return 0, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // Postgres runs as another user below it
		return 0, err
	}
	log := slog.New(slog.DiscardHandler)
	postgres, err := pgserver.Start(ctx, pgserver.Options{Dir: filepath.Join(dir, "postgres"), Log: log})
	if err != nil {
		return 0, err
	}
	defer func() { _ = postgres.Stop(context.WithoutCancel(ctx)) }()
	program, err := idp.Find()
	if err != nil {
		return 0, err
	}
	s, err := stack.Start(ctx, stack.Options{Dir: filepath.Join(dir, "stack"), DatabaseURL: postgres.URL("postgres"),
		Log: log, IdentityProvider: program})
	if err != nil {
		return 0, err
	}
	defer func() { _ = s.Stop(context.WithoutCancel(ctx)) }()
	began := time.Now()
	if err := fill(ctx, postgres, s.Env.TenantID, onboardings, deliveries); err != nil {
		return 0, err
	}
	delivery, err := someDelivery(ctx, postgres)
	if err != nil {
		return 0, err
	}
	names := maps.Clone(history)
	names["{tenant}"], names["{delivery}"], names["{event}"] = s.Env.TenantID, delivery,
		"evt_"+strings.TrimPrefix(delivery, "dlv_")
	fmt.Printf("%d onboardings and %d deliveries written in %.0f s\n", onboardings, deliveries,
		time.Since(began).Seconds())
	for _, role := range []string{"support", "reviewer", "finance", "administrator"} {
		c, err := signIn(ctx, s.Env.ConsoleURL, role)
		if err != nil {
			return 0, err
		}
		missed, err := report(ctx, c, role, s.Env.ConsoleURL, bar, names, repeat)
		if err != nil {
			return 0, err
		}
		over += missed
	}
	c, err := enterPortal(ctx, s.Env.VerificationBaseURL, s.Env.VerificationAPIKey)
	if err != nil {
		return 0, err
	}
	missed, err := report(ctx, c, "portal", s.Env.VerificationBaseURL+"/portal", portalBar, names, repeat)
	return over + missed, err
}

// report measures the pages of a role below a URL, and counts those that take longer than a bar.
func report(ctx context.Context, c *http.Client, role, base string, bar time.Duration, names map[string]string, repeat int) (over int, err error) {
	for _, path := range pages[role] {
		for name, value := range names {
			path = strings.ReplaceAll(path, name, value)
		}
		took, status, err := measure(ctx, c, base+path, repeat)
		if err != nil {
			return 0, err
		}
		mark := ""
		if took[len(took)-1] > bar || status != http.StatusOK {
			mark = "  MISSED"
			over++
		}
		fmt.Printf("%-14s %-70s %d  median %4d ms, longest %4d ms%s\n", role, path, status, took[len(took)/2].Milliseconds(),
			took[len(took)-1].Milliseconds(), mark)
	}
	return over, nil
}

// enterPortal opens a session of the portal.
func enterPortal(ctx context.Context, base, key string) (*http.Client, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	c := &http.Client{Jar: jar}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/api/v1/portal-sessions", nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	made, err := do(c, req)
	if err != nil {
		return nil, err
	}
	var session struct {
		Data struct {
			URL string `json:"url"`
		} `json:"data"`
	}
	if err := json.Unmarshal([]byte(made.body), &session); err != nil {
		return nil, fmt.Errorf("portal session: status %d: %w", made.status, err)
	}
	a, err := get(ctx, c, session.Data.URL)
	if err == nil && (a.status != http.StatusOK || a.url.Path != "/portal/") {
		err = fmt.Errorf("the link of the portal: status %d at %s", a.status, a.url)
	}
	return c, err
}

// measure gets a page some times and returns the times, the shortest first, without the first one, which fills caches.
func measure(ctx context.Context, c *http.Client, page string, repeat int) ([]time.Duration, int, error) {
	var took []time.Duration
	status := 0
	for range repeat + 1 {
		began := time.Now()
		a, err := get(ctx, c, page)
		if err != nil {
			return nil, 0, err
		}
		took, status = append(took, time.Since(began)), a.status
	}
	took = took[1:]
	slices.Sort(took)
	return took, status, nil
}

// An answer is a page that was read to its end.
type answer struct {
	status int
	url    *url.URL
	body   string
}

func get(ctx context.Context, c *http.Client, page string) (answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		return answer{}, err
	}
	return do(c, req)
}

func do(c *http.Client, req *http.Request) (answer, error) {
	resp, err := c.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Request.URL, string(body)}, err
}

var formAction = regexp.MustCompile(`<form[^>]* action="([^"]+)"`)

// signIn signs in at the identity provider as browsers do.
func signIn(ctx context.Context, console, role string) (*http.Client, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	c := &http.Client{Jar: jar}
	a, err := get(ctx, c, console+"/")
	if err != nil {
		return nil, err
	}
	action := formAction.FindStringSubmatch(a.body)
	if action == nil {
		return nil, fmt.Errorf("%s is no page to sign in at", a.url)
	}
	to, err := a.url.Parse(strings.ReplaceAll(action[1], "&amp;", "&"))
	if err != nil {
		return nil, err
	}
	values := url.Values{"login": {idp.Email(role)}, "password": {idp.Password}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to.String(), strings.NewReader(values.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	a, err = do(c, req)
	if err == nil && (a.status != http.StatusOK || !strings.Contains(a.body, "sign-out")) {
		err = fmt.Errorf("sign-in as %s: status %d at %s", role, a.status, a.url)
	}
	return c, err
}

// someDelivery is one from the middle of the history.
func someDelivery(ctx context.Context, server *pgserver.Server) (id string, err error) {
	conn, err := pgx.Connect(ctx, server.URL("partnerline_webhooks"))
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(ctx) }()
	err = conn.QueryRow(ctx, `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY id) FROM deliveries`).Scan(&id)
	return id, err
}

// fill writes the history. Its rows are what lists and searches read; they refer to each other only as far as pages
// follow them.
func fill(ctx context.Context, server *pgserver.Server, tenant string, onboardings, deliveries int) error {
	for database, statements := range map[string][]string{"partnerline_partnerconnect": partnerconnectHistory,
		"partnerline_webhooks": webhooksHistory} {
		conn, err := pgx.Connect(ctx, server.URL(database))
		if err != nil {
			return err
		}
		for _, sql := range statements {
			args := pgx.NamedArgs{"onboardings": onboardings, "deliveries": deliveries, "tenant": tenant, "endpoint": endpointID,
				"merchant": merchantRef}
			if _, err = conn.Exec(ctx, sql, args); err != nil {
				err = fmt.Errorf("%s: %w in %s", database, err, sql)
				break
			}
		}
		_ = conn.Close(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}
