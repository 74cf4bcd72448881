// Package identity runs an identity provider inside of a test, as an adopter implements one: it opens each attempt of a
// session once, however often it is asked to, and answers repeats as the first time.
package identity

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/testkit/peer"
)

// Token is what calls of the provider must carry.
const Token = "token-of-the-identity-provider-0123456789"

// A Provider is the running provider. Calls are counted by session and, of OpenSession, attempt.
type Provider struct {
	providersv1.UnimplementedIdentityProviderServer
	peer.Peer

	pages     string
	opened    []*providersv1.OpenSessionRequest
	cancelled map[string]bool
}

// Start returns a provider that serves until t ends.
func Start(t testing.TB) *Provider {
	t.Helper()
	p := &Provider{pages: "https://identity.example", cancelled: map[string]bool{}}
	p.Serve(t, Token, func(s *grpc.Server) { providersv1.RegisterIdentityProviderServer(s, p) })
	return p
}

// PagesAt sets the base of the pages, which are those of a site that there is not otherwise.
func (p *Provider) PagesAt(base string) { p.Locked(func() { p.pages = base }) }

// Page is the page of an attempt of a session.
func (p *Provider) Page(session string, attempt int32) (url string) {
	p.Locked(func() { url = fmt.Sprintf("%s/verify/%s/%d", p.pages, session, attempt) })
	return url
}

// Opened returns the attempts that were opened, in their order.
func (p *Provider) Opened() (all []*providersv1.OpenSessionRequest) {
	p.Locked(func() { all = slices.Clone(p.opened) })
	return all
}

// Cancelled reports whether a session was closed.
func (p *Provider) Cancelled(session string) (closed bool) {
	p.Locked(func() { closed = p.cancelled[session] })
	return closed
}

// OpenSession opens an attempt.
func (p *Provider) OpenSession(ctx context.Context,
	req *providersv1.OpenSessionRequest) (*providersv1.OpenSessionResponse, error) {
	id, attempt := req.GetSessionId(), req.GetAttempt()
	err := p.Call(ctx, "OpenSession", fmt.Sprintf("%s/%d", id, attempt), func() error {
		same := func(r *providersv1.OpenSessionRequest) bool {
			return r.GetSessionId() == id && r.GetAttempt() == attempt
		}
		if !slices.ContainsFunc(p.opened, same) {
			p.opened = append(p.opened, req)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &providersv1.OpenSessionResponse{Data: &providersv1.IdentitySession{PageUrl: p.Page(id, attempt)}}, nil
}

// CancelSession closes a session.
func (p *Provider) CancelSession(ctx context.Context,
	req *providersv1.CancelSessionRequest) (*providersv1.CancelSessionResponse, error) {
	id := req.GetSessionId()
	err := p.Call(ctx, "CancelSession", id, func() error {
		if !slices.ContainsFunc(p.opened, func(r *providersv1.OpenSessionRequest) bool { return r.GetSessionId() == id }) {
			return status.Error(codes.NotFound, "no such session")
		}
		p.cancelled[id] = true
		return nil
	})
	return &providersv1.CancelSessionResponse{}, err
}
