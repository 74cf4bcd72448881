package grpcclient_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	kernelclient "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/testkit/companies"
)

const number, nip = "9990000777", "1234563218"

func connect(t *testing.T, r *companies.Register, token string, timeout time.Duration) kernelclient.Register {
	t.Helper()
	conn, err := kernelclient.DialProvider(provider.CompanyRegister, r.Address, token, insecure.NewCredentials())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return kernelclient.NewRegister(conn, timeout)
}

func TestLookup(t *testing.T) {
	r := companies.Start(t)
	r.Put(companies.Company(number, "Anna", "Zmyślona", func(c *providersv1.Company) {
		c.Representatives = append(c.Representatives, &providersv1.Representative{
			Kind: providersv1.RepresentativeKind_REPRESENTATIVE_KIND_PROCURATOR, GivenNames: "Jan", FamilyName: "Wymyślony",
			Function: "PROKURA SAMOISTNA",
		})
	}))
	r.Put(companies.Trader(nip, "Anna", "Zmyślona"))
	d := connect(t, r, companies.Token, time.Minute)
	c, err := d.Lookup(t.Context(), representation.SchemeKRS, number)
	if err != nil || c.Check() != nil || c.LegalForm == "" || c.Address == "" || c.Source != "a data provider" ||
		len(c.Members) != 1 || len(c.Procurators) != 1 || c.Body.Rule.Kind != "solo" {
		t.Errorf("%+v, %v", c, err)
	}
	trader, err := d.Lookup(t.Context(), representation.SchemeNIP, nip)
	if err != nil || len(trader.Members) != 1 || trader.Members[0].Name() != "Anna Zmyślona" ||
		trader.Status != representation.Active {
		t.Errorf("%+v, %v", trader, err)
	}
	if _, err := d.Lookup(t.Context(), representation.SchemeKRS, "9990000778"); !errors.Is(err, register.ErrNotListed) {
		t.Errorf("not listed: %v", err)
	}
	if _, err := d.Lookup(t.Context(), representation.SchemeCompaniesHouse, "00000001"); !errors.Is(err,
		register.ErrNotConnected) {
		t.Errorf("a scheme that it does not have: %v", err)
	}
	if _, err := connect(t, r, "x"+companies.Token, time.Minute).Lookup(t.Context(), representation.SchemeKRS,
		number); !errors.Is(err, register.ErrUnavailable) {
		t.Errorf("another token: %v", err)
	}
	r.Put(&providersv1.Company{Scheme: "PL_KRS", Number: number,
		Status: providersv1.CompanyStatus_COMPANY_STATUS_STRUCK_OFF, Source: "x",
		AsOf: companies.Company("", "", "").GetAsOf()})
	if c, err := d.Lookup(t.Context(), representation.SchemeKRS, number); err != nil ||
		c.Status != representation.StruckOff {
		t.Errorf("struck off: %+v, %v", c, err)
	}
}

// An answer that breaks the contract is none, and no error holds what was sent.
func TestMalformedAnswers(t *testing.T) {
	const canary = "KANAREK"
	r := companies.Start(t)
	d := connect(t, r, companies.Token, time.Minute)
	person := func(kind providersv1.RepresentativeKind) *providersv1.Representative {
		return &providersv1.Representative{Kind: kind, FamilyName: canary}
	}
	for name, change := range map[string]func(*providersv1.Company){
		"another number":     func(c *providersv1.Company) { c.Number = "9990000778" },
		"another scheme":     func(c *providersv1.Company) { c.Scheme = "PL_NIP" },
		"no status":          func(c *providersv1.Company) { c.Status = 0 },
		"an unknown status":  func(c *providersv1.Company) { c.Status = 99 },
		"no name":            func(c *providersv1.Company) { c.LegalName = " " },
		"no source":          func(c *providersv1.Company) { c.Source = "" },
		"no time":            func(c *providersv1.Company) { c.AsOf = nil },
		"a name of signs":    func(c *providersv1.Company) { c.LegalName = canary + "\x07" },
		"a nameless member":  func(c *providersv1.Company) { c.Representatives[0].FamilyName = "" },
		"a kind that is not": func(c *providersv1.Company) { c.Representatives[0].Kind = 0 },
		"an owner": func(c *providersv1.Company) {
			c.Representatives = append(c.Representatives, person(providersv1.RepresentativeKind_REPRESENTATIVE_KIND_OWNER))
		},
		"a crowd": func(c *providersv1.Company) {
			for range 201 {
				c.Representatives = append(c.Representatives, person(providersv1.RepresentativeKind_REPRESENTATIVE_KIND_MEMBER))
			}
		},
		"too long": func(c *providersv1.Company) { c.RuleText = strings.Repeat(canary, 1<<18) },
	} {
		t.Run(name, func(t *testing.T) {
			r.PutAs(representation.SchemeKRS, number, companies.Company(number, "Anna", canary, change))
			_, err := d.Lookup(t.Context(), representation.SchemeKRS, number)
			if !errors.Is(err, register.ErrUnavailable) || strings.Contains(err.Error(), canary) {
				t.Error(err)
			}
		})
	}
	for name, change := range map[string]func(*providersv1.Company){
		"no owner": func(c *providersv1.Company) { c.Representatives = nil },
		"two owners": func(c *providersv1.Company) {
			c.Representatives = append(c.Representatives,
				c.GetRepresentatives()[0])
		},
		"a board": func(c *providersv1.Company) {
			c.Representatives[0].Kind = providersv1.RepresentativeKind_REPRESENTATIVE_KIND_MEMBER
		},
	} {
		t.Run("a sole trader with "+name, func(t *testing.T) {
			r.Put(companies.Trader(nip, "Anna", canary, change))
			if _, err := d.Lookup(t.Context(), representation.SchemeNIP, nip); !errors.Is(err, register.ErrUnavailable) {
				t.Error(err)
			}
		})
	}
}

// Every other code is no answer, and so is one that does not come in time; what the register said is not passed on.
func TestNoAnswer(t *testing.T) {
	const canary = "KANAREK"
	r := companies.Start(t)
	d := connect(t, r, companies.Token, time.Minute)
	for _, code := range []codes.Code{codes.Unavailable, codes.Internal, codes.InvalidArgument, codes.PermissionDenied,
		codes.ResourceExhausted, codes.FailedPrecondition, codes.Unknown} {
		t.Run(code.String(), func(t *testing.T) {
			r.Answer(func(*providersv1.LookUpCompanyRequest) error { return status.Error(code, canary) })
			if _, err := d.Lookup(t.Context(), representation.SchemeKRS, number); !errors.Is(err, register.ErrUnavailable) ||
				strings.Contains(err.Error(), canary) {
				t.Error(err)
			}
		})
	}
	held := make(chan struct{})
	t.Cleanup(func() { close(held) })
	r.Answer(func(*providersv1.LookUpCompanyRequest) error { <-held; return nil })
	if _, err := connect(t, r, companies.Token, time.Millisecond).Lookup(context.Background(), representation.SchemeKRS,
		number); !errors.Is(err, register.ErrUnavailable) {
		t.Errorf("too slow: %v", err)
	}
}
