package signin

import (
	"context"
	"errors"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/partnerline/partnerline/services/console"
)

const (
	// keepRenewed is how long the answer to a refresh token is kept: a browser's requests that run at once present the
	// same one, and a provider that rotates them takes each once.
	keepRenewed = 30 * time.Second
	// maxRenewed bounds them.
	maxRenewed = 1000
)

// renewals are the refreshes of the last seconds, by their tokens.
type renewals map[string]*renewal

type renewal struct {
	done chan struct{}
	at   time.Time
	id   console.Identity // valid, like err, once done is closed
	err  error
}

// Refresh asks the provider whether the person is still signed in, and with which roles: ErrRefused when not, ErrAway
// when it cannot say.
func (p *Provider) Refresh(ctx context.Context, was console.Identity) (console.Identity, error) {
	p.mu.Lock()
	now := p.now()
	r, known := p.renewed[was.RefreshToken]
	switch {
	case known && now.Sub(r.at) < keepRenewed:
		p.mu.Unlock()
		select {
		case <-r.done:
			return r.id, r.err
		case <-ctx.Done():
			return was, ErrAway
		}
	case now.Before(p.away):
		p.mu.Unlock()
		return was, ErrAway
	}
	p.forget(now)
	r = &renewal{done: make(chan struct{}), at: now}
	p.renewed[was.RefreshToken] = r
	p.mu.Unlock()

	// The answer is for all requests that wait for it: it does not end with this one.
	r.id, r.err = p.renew(context.WithoutCancel(ctx), was)
	close(r.done)
	return r.id, r.err
}

// forget removes the refreshes that have no more use, or all when there are too many.
func (p *Provider) forget(now time.Time) {
	if p.renewed == nil || len(p.renewed) >= maxRenewed {
		p.renewed = renewals{}
	}
	for token, r := range p.renewed {
		if now.Sub(r.at) >= keepRenewed {
			delete(p.renewed, token)
		}
	}
}

func (p *Provider) renew(ctx context.Context, was console.Identity) (console.Identity, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	id, err := p.exchange(ctx, was)
	if errors.Is(err, ErrAway) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.away = p.now().Add(pause)
	}
	return id, err
}

func (p *Provider) exchange(ctx context.Context, was console.Identity) (console.Identity, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return was, err
	}
	token, err := p.client(found).TokenSource(oidc.ClientContext(ctx, p.http),
		&oauth2.Token{RefreshToken: was.RefreshToken}).Token()
	if err != nil {
		return was, fault(err)
	}
	if raw, _ := token.Extra("id_token").(string); raw == "" { // which a provider may leave out of the answer
		was.RefreshToken = token.RefreshToken
		return was, nil
	}
	id, _, err := p.identity(ctx, found, token)
	if err == nil && id.Subject != was.Subject {
		return was, ErrRefused
	}
	if id.SessionID == "" {
		id.SessionID = was.SessionID
	}
	return id, err
}
