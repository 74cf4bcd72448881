// Command dex is an identity provider for tests and demonstrations: Dex with its state in memory, two clients (the
// console and the command line), and one person for each role of the console, two where another must confirm, whose
// password is "password". Its first line of output is its issuer's URL. It ends when its input does, so that it never
// outlives what started it. It is not for production: all passwords are known.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/dexidp/dex/server"
	"github.com/dexidp/dex/server/connectors"
	"github.com/dexidp/dex/server/session"
	"github.com/dexidp/dex/server/signer"
	"github.com/dexidp/dex/server/tokens"
	"github.com/dexidp/dex/storage"
	"github.com/dexidp/dex/storage/memory"
	"golang.org/x/crypto/bcrypt"
)

func main() {
	var o options
	flag.StringVar(&o.listen, "listen", "127.0.0.1:0", "address to serve on")
	flag.StringVar(&o.issuer, "issuer", "", "URL that browsers and the console call; empty: the address")
	flag.StringVar(&o.console, "console", "", "URL of the console")
	check := flag.String("check", "", "only look whether the identity provider at this URL answers")
	flag.StringVar(&o.backchannel, "backchannel", "", "URL of the console for this program; empty: that of -console")
	flag.Parse()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	do := func() error { return run(ctx, o) }
	if *check != "" {
		do = func() error { return answers(ctx, *check) }
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "dex:", err)
		os.Exit(1)
	}
}

// options are those of the command line. DEX_CLIENT_SECRET is the console's secret, or DEX_CLIENT_SECRET_FILE has it.
type options struct{ listen, issuer, console, backchannel string }

// groups are those of the people by their name: viewer@example.com is in the group viewer. What a reviewer or finance
// proposes another one confirms.
var groups = map[string]string{
	"viewer": "viewer", "support": "support", "reviewer": "reviewer", "reviewer2": "reviewer", "finance": "finance",
	"finance2":      "finance",
	"administrator": "administrator",
}

func run(ctx context.Context, o options) error {
	secret := os.Getenv("DEX_CLIENT_SECRET")
	if file := os.Getenv("DEX_CLIENT_SECRET_FILE"); file != "" {
		b, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		secret = strings.TrimSpace(string(b))
	}
	if o.console == "" || secret == "" {
		return errors.New("want -console URL and DEX_CLIENT_SECRET or DEX_CLIENT_SECRET_FILE")
	}
	if o.backchannel == "" {
		o.backchannel = o.console
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", o.listen)
	if err != nil {
		return err
	}
	if o.issuer == "" {
		o.issuer = "http://" + ln.Addr().String()
	}
	handler, err := identityProvider(ctx, o, secret)
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	context.AfterFunc(ctx, func() { _ = srv.Close() })
	fmt.Println(o.issuer)
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// answers is the health check of a container, whose image holds no other program.
func answers(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/.well-known/openid-configuration", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

func identityProvider(ctx context.Context, o options, secret string) (http.Handler, error) {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	hash, err := bcrypt.GenerateFromPassword([]byte("password"), bcrypt.DefaultCost)
	if err != nil {
		return nil, err
	}
	var people []storage.Password
	for name, group := range groups {
		people = append(people, storage.Password{
			Email: name + "@example.com", Username: name, Name: "Demo " + name, UserID: "demo-" + name, Hash: hash,
			Groups: []string{group},
		})
	}
	store := storage.WithStaticClients(memory.New(log), []storage.Client{
		{
			ID: "console", Secret: secret, Name: "Console", RedirectURIs: []string{o.console + "/sign-in/callback"},
			PostLogoutRedirectURIs: []string{o.console + "/signed-out"},
			BackchannelLogoutURI:   o.backchannel + "/sign-out/back-channel",
			RefreshTokenLifetime:   storage.RefreshTokenLifetimeSession,
		},
		{ID: "partnerline", Public: true, Name: "Command line", RedirectURIs: []string{"/device/callback"}},
	})
	store = storage.WithStaticPasswords(store, people, log)
	store = storage.WithStaticConnectors(store,
		[]storage.Connector{{ID: connectors.LocalConnector, Name: "Email", Type: connectors.LocalConnector}})
	const idTokens = time.Hour
	keys, err := (&signer.LocalConfig{KeysRotationPeriod: "24h"}).Open(ctx, store, idTokens, time.Now, log)
	if err != nil {
		return nil, err
	}
	refresh, err := tokens.NewRefreshTokenPolicy(log, false, "24h", "24h", "3s")
	if err != nil {
		return nil, err
	}
	return server.NewServer(ctx, server.Config{
		Issuer: o.issuer, Storage: store, SkipApprovalScreen: true, IDTokensValidFor: idTokens, Signer: keys,
		RefreshTokenPolicy: refresh,
		PasswordConnector:  connectors.LocalConnector, Logger: log,
		SessionConfig: &session.Config{CookieName: "dex_session", AbsoluteLifetime: 24 * time.Hour,
			ValidIfNotUsedFor: 24 * time.Hour},
	})
}
