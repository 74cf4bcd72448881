// Package companies runs a company register inside of a test, as an adopter implements one.
package companies

import (
	"context"
	"net"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

// Token is what calls of the register must carry.
const Token = "token-of-the-company-register-0123456789"

// A Register is the running register. It has PL_KRS and PL_NIP, and no other scheme.
type Register struct {
	providersv1.UnimplementedCompanyRegisterServer
	Address string

	mu      sync.Mutex
	entries map[string]*providersv1.Company
	answer  func(*providersv1.LookUpCompanyRequest) error
	calls   int
}

// Start returns a register without entries that serves until t ends.
func Start(t testing.TB) *Register {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &Register{Address: l.Addr().String(), entries: map[string]*providersv1.Company{}}
	s := grpc.NewServer(grpc.Creds(insecure.NewCredentials()))
	providersv1.RegisterCompanyRegisterServer(s, r)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.Serve(l)
	}()
	t.Cleanup(func() {
		s.Stop()
		<-done
	})
	return r
}

// Company is an active company of a board of one, by name, with changes.
func Company(number, given, family string, changes ...func(*providersv1.Company)) *providersv1.Company {
	c := &providersv1.Company{
		Scheme: "PL_KRS", Number: number, Status: providersv1.CompanyStatus_COMPANY_STATUS_ACTIVE,
		LegalName: "Zmyślony Młyn sp. z o.o.",
		LegalForm: "spółka z ograniczoną odpowiedzialnością", Address: "ul. Zmyślona 1, 00-000 Przykładowo",
		BodyName: "ZARZĄD",
		RuleText: "KAŻDY CZŁONEK ZARZĄDU SAMODZIELNIE", Source: "a data provider", AsOf: timestamppb.Now(),
		Representatives: []*providersv1.Representative{{
			Kind: providersv1.RepresentativeKind_REPRESENTATIVE_KIND_MEMBER, GivenNames: given, FamilyName: family,
			Function: "PREZES ZARZĄDU",
		}},
	}
	for _, change := range changes {
		change(c)
	}
	return c
}

// Trader is an active sole trader, with changes.
func Trader(nip, given, family string, changes ...func(*providersv1.Company)) *providersv1.Company {
	c := Company(nip, given, family)
	c.Scheme, c.LegalName, c.LegalForm, c.BodyName, c.RuleText = "PL_NIP",
		"Usługi Młynarskie "+given+" "+family, "", "", ""
	c.Representatives[0].Kind, c.Representatives[0].Function = providersv1.RepresentativeKind_REPRESENTATIVE_KIND_OWNER, ""
	for _, change := range changes {
		change(c)
	}
	return c
}

// Put sets an entry.
func (r *Register) Put(c *providersv1.Company) { r.PutAs(c.GetScheme(), c.GetNumber(), c) }

// PutAs sets an entry that is returned for a scheme and number, whatever it says itself.
func (r *Register) PutAs(scheme, number string, c *providersv1.Company) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entries[scheme+"/"+number] = c
}

// Answer sets an error that calls are answered with from now on, where it is not nil.
func (r *Register) Answer(f func(*providersv1.LookUpCompanyRequest) error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = f
}

// Calls returns how often the register was called.
func (r *Register) Calls() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.calls
}

// LookUpCompany answers with an entry.
func (r *Register) LookUpCompany(ctx context.Context,
	req *providersv1.LookUpCompanyRequest) (*providersv1.LookUpCompanyResponse, error) {
	if md, _ := metadata.FromIncomingContext(ctx); len(md.Get("authorization")) != 1 ||
		md.Get("authorization")[0] != "Bearer "+Token {
		return nil, status.Error(codes.Unauthenticated, "wrong token")
	}
	r.mu.Lock()
	r.calls++
	answer, entry := r.answer, r.entries[req.GetScheme()+"/"+req.GetNumber()]
	r.mu.Unlock()
	if answer != nil {
		if err := answer(req); err != nil {
			return nil, err
		}
	}
	switch {
	case req.GetScheme() != "PL_KRS" && req.GetScheme() != "PL_NIP":
		return nil, status.Error(codes.Unimplemented, "no such scheme")
	case entry == nil:
		return nil, status.Error(codes.NotFound, "not listed")
	}
	return &providersv1.LookUpCompanyResponse{Data: entry}, nil
}
