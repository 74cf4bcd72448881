// Package signin signs people in at an identity provider, by OpenID Connect: the authorization code flow with PKCE,
// state and nonce.
package signin

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/partnerline/partnerline/internal/person"
	"github.com/partnerline/partnerline/services/console"
)

// Options say which provider there is, and what the console is there.
type Options struct {
	Issuer       string
	ClientID     string
	ClientSecret string
	CLIClientID  string // the client of the command line; empty: it cannot sign in
	Scopes       []string
	Callback     string // URL to which the provider returns
	RolesClaim   string
	Roles        console.RoleMap
}

// Faults of a sign-in.
var (
	ErrAway    = errors.New("the identity provider cannot be reached")
	ErrRefused = errors.New("the identity provider did not confirm the person")
)

const (
	// timeout of a request to the provider: a person waits for it.
	timeout = 5 * time.Second
	// pause after a request that failed for want of the provider: until then people who are signed in do not wait for it.
	pause = 30 * time.Second
)

// A Provider is the identity provider. It is found when it is first needed, so that the console starts without it.
type Provider struct {
	Options
	http *http.Client
	now  func() time.Time

	mu      sync.Mutex // guards all below
	found   *oidc.Provider
	away    time.Time // until then it is not asked again to refresh
	renewed renewals
}

// New returns the provider of the options.
func New(o Options, now func() time.Time) *Provider {
	return &Provider{Options: o, http: &http.Client{Timeout: timeout}, now: now}
}

// discover reads where the provider serves what.
func (p *Provider) discover(ctx context.Context) (*oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found != nil {
		return p.found, nil
	}
	// The keys are fetched later in this context, too: it must not end with the request.
	found, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), p.http), p.Issuer)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAway, err)
	}
	p.found = found
	return found, nil
}

// Check reports whether the provider is known.
func (p *Provider) Check(ctx context.Context) error {
	_, err := p.discover(ctx)
	return err
}

func (p *Provider) client(found *oidc.Provider) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: found.Endpoint(), RedirectURL: p.Callback,
		Scopes: p.Scopes,
	}
}

// An Attempt is a sign-in under way, which the browser holds, sealed.
type Attempt struct {
	State    string `json:"state"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
}

// Begin starts a sign-in, and returns where the browser goes for it.
func (p *Provider) Begin(ctx context.Context) (Attempt, string, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return Attempt{}, "", err
	}
	a := Attempt{State: oauth2.GenerateVerifier(), Nonce: oauth2.GenerateVerifier(), Verifier: oauth2.GenerateVerifier()}
	return a, p.client(found).AuthCodeURL(a.State, oidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier)), nil
}

// Finish ends a sign-in by what the provider returned. The state shows that this browser began it.
func (p *Provider) Finish(ctx context.Context, a Attempt, state, code string) (console.Identity, error) {
	if a.State == "" || subtle.ConstantTimeCompare([]byte(a.State), []byte(state)) != 1 {
		return console.Identity{}, fmt.Errorf("%w: the answer belongs to no sign-in of this browser", ErrRefused)
	}
	found, err := p.discover(ctx)
	if err != nil {
		return console.Identity{}, err
	}
	token, err := p.client(found).Exchange(oidc.ClientContext(ctx, p.http), code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return console.Identity{}, fault(err)
	}
	id, nonce, err := p.identity(ctx, found, token)
	if err == nil && subtle.ConstantTimeCompare([]byte(nonce), []byte(a.Nonce)) != 1 {
		err = fmt.Errorf("%w: the nonce is of another sign-in", ErrRefused)
	}
	return id, err
}

// identity reads the ID token of an answer.
func (p *Provider) identity(
	ctx context.Context, found *oidc.Provider, token *oauth2.Token,
) (console.Identity, string, error) {
	raw, _ := token.Extra("id_token").(string)
	verified, err := found.VerifierContext(oidc.ClientContext(context.WithoutCancel(ctx), p.http),
		&oidc.Config{ClientID: p.ClientID, Now: p.now}).Verify(ctx, raw)
	if err != nil {
		return console.Identity{}, "", fmt.Errorf("%w: %w", ErrRefused, err)
	}
	id, err := p.read(verified)
	id.IDToken, id.RefreshToken = raw, token.RefreshToken
	return id, verified.Nonce, err
}

// read reads the claims about a person.
func (p *Provider) read(token *oidc.IDToken) (console.Identity, error) {
	var known struct {
		Name    string `json:"name"`
		Email   string `json:"email"`
		Session string `json:"sid"`
	}
	all := map[string]json.RawMessage{}
	if err := errors.Join(token.Claims(&known), token.Claims(&all)); err != nil {
		return console.Identity{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if !person.ValidSubject(token.Subject) {
		return console.Identity{},
			fmt.Errorf("%w: the subject is empty, too long, or has characters that do not show", ErrRefused)
	}
	return console.Identity{
		Subject: token.Subject, Name: person.Readable(known.Name), Email: person.Readable(known.Email),
		SessionID: known.Session, Roles: p.Roles.Roles(groups(all[p.RolesClaim])),
	}, nil
}

// groups reads the claim with a person's groups: a list of texts, or a text, which some providers have where there is
// one. Of a claim that is neither it takes none.
func groups(claim json.RawMessage) []string {
	var list []string
	var one string
	switch {
	case json.Unmarshal(claim, &list) == nil:
		return list
	case json.Unmarshal(claim, &one) == nil:
		return []string{one}
	}
	return nil
}

// Bearer reads a token of the provider that the command line presents: one for its client, by the device flow.
func (p *Provider) Bearer(ctx context.Context, raw string) (console.Identity, error) {
	if p.CLIClientID == "" {
		return console.Identity{}, fmt.Errorf("%w: the command line has no client", ErrRefused)
	}
	found, err := p.discover(ctx)
	if err != nil {
		return console.Identity{}, err
	}
	verified, err := found.VerifierContext(oidc.ClientContext(context.WithoutCancel(ctx), p.http),
		&oidc.Config{ClientID: p.CLIClientID, Now: p.now}).Verify(ctx, raw)
	if err != nil {
		return console.Identity{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return p.read(verified)
}

// Logout reads what the provider says by its back channel: which person's session has ended, of all of them when the id
// is empty.
func (p *Provider) Logout(ctx context.Context, raw string) (subject, sessionID string, err error) {
	found, err := p.discover(ctx)
	if err != nil {
		return "", "", err
	}
	token, err := found.VerifierContext(oidc.ClientContext(context.WithoutCancel(ctx), p.http),
		&oidc.Config{ClientID: p.ClientID, Now: p.now}).VerifyLogout(ctx, raw)
	if err != nil {
		return "", "", fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return token.Subject, token.SessionID, nil
}

// EndURL is where the browser ends the session at the provider, which then returns to back; empty when the provider has
// no such page.
func (p *Provider) EndURL(ctx context.Context, idToken, back string) string {
	found, err := p.discover(ctx)
	if err != nil {
		return ""
	}
	var known struct {
		End string `json:"end_session_endpoint"`
	}
	if found.Claims(&known) != nil || known.End == "" {
		return ""
	}
	end, err := url.Parse(known.End)
	if err != nil || end.Scheme != "https" && end.Scheme != "http" {
		return ""
	}
	query := end.Query()
	query.Set("client_id", p.ClientID)
	query.Set("post_logout_redirect_uri", back)
	if idToken != "" {
		query.Set("id_token_hint", idToken)
	}
	end.RawQuery = query.Encode()
	return end.String()
}

// fault distinguishes a provider that refuses from one that cannot be asked.
func fault(err error) error {
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok && refused.Response != nil &&
		refused.Response.StatusCode < http.StatusInternalServerError &&
		refused.Response.StatusCode != http.StatusTooManyRequests {
		return fmt.Errorf("%w: %s", ErrRefused, refused.ErrorCode)
	}
	return fmt.Errorf("%w: %w", ErrAway, err)
}
