package grpcclient

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

const (
	// Timeout bounds a call, which a partner waits for.
	Timeout = 5 * time.Second
	// maxAnswer is far above an entry of 400 people.
	maxAnswer = 1 << 20
)

// A Register is the register behind a connection.
type Register struct {
	client  providersv1.CompanyRegisterClient
	timeout time.Duration
}

var _ register.Directory = Register{}

// NewRegister returns the register, whose calls end after the timeout.
func NewRegister(conn grpc.ClientConnInterface, timeout time.Duration) Register {
	return Register{providersv1.NewCompanyRegisterClient(conn), timeout}
}

// Lookup returns an entry. A scheme that the register does not implement is register.ErrNotConnected.
func (r Register) Lookup(ctx context.Context, scheme, number string) (representation.Record, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	resp, err := r.client.LookUpCompany(ctx, &providersv1.LookUpCompanyRequest{Scheme: scheme, Number: number},
		grpc.MaxCallRecvMsgSize(maxAnswer))
	switch status.Code(err) {
	case codes.OK:
	case codes.NotFound:
		return representation.Record{}, register.ErrNotListed
	case codes.Unimplemented:
		return representation.Record{}, register.ErrNotConnected
	default:
		return representation.Record{}, unavailable(Failure(err))
	}
	record, err := recordOf(resp.GetData(), scheme, number)
	if err != nil {
		return representation.Record{}, unavailable(err)
	}
	return record, nil
}

func unavailable(cause error) error { return fmt.Errorf("%w: %w", register.ErrUnavailable, cause) }

var statuses = map[providersv1.CompanyStatus]representation.Status{
	providersv1.CompanyStatus_COMPANY_STATUS_ACTIVE:     representation.Active,
	providersv1.CompanyStatus_COMPANY_STATUS_INACTIVE:   representation.Inactive,
	providersv1.CompanyStatus_COMPANY_STATUS_STRUCK_OFF: representation.StruckOff,
}

// recordOf makes a prepared record of an answer about a number. Its errors hold nothing of the answer.
func recordOf(c *providersv1.Company, scheme, number string) (representation.Record, error) {
	if c.GetScheme() != scheme || c.GetNumber() != number {
		return representation.Record{}, Malformed("an entry of another scheme or number")
	}
	r := representation.Record{
		Scheme: scheme, Number: number, AsOf: c.GetAsOf().AsTime(), Status: statuses[c.GetStatus()],
		LegalName: register.Line(c.GetLegalName()),
		TaxID:     register.Line(c.GetTaxId()), LegalForm: register.Line(c.GetLegalForm()),
		Address: register.Line(c.GetAddress()), Source: register.Line(c.GetSource()),
		Body:    representation.Body{Name: register.Line(c.GetBodyName()), RuleText: register.Text(c.GetRuleText())},
		Members: []representation.Member{},
	}
	for _, p := range c.GetProceedings() {
		r.Proceedings = append(r.Proceedings, register.Line(p))
	}
	owners := 0
	for _, p := range c.GetRepresentatives() {
		given, family := register.Line(p.GetGivenNames()), register.Line(p.GetFamilyName())
		switch p.GetKind() {
		case providersv1.RepresentativeKind_REPRESENTATIVE_KIND_OWNER:
			owners++
			fallthrough
		case providersv1.RepresentativeKind_REPRESENTATIVE_KIND_MEMBER:
			r.Members = append(r.Members, representation.Member{
				ID: representation.MemberID("m" + strconv.Itoa(len(r.Members)+1)), Function: register.Line(p.GetFunction()),
				GivenNames: given, FamilyName: family,
				Suspended: p.GetSuspended(), Entity: p.GetEntity(),
			})
		case providersv1.RepresentativeKind_REPRESENTATIVE_KIND_PROCURATOR:
			r.Procurators = append(r.Procurators,
				representation.Procurator{GivenNames: given, FamilyName: family, Kind: register.Text(p.GetFunction())})
		default:
			return representation.Record{}, Malformed("a representative without a kind")
		}
	}
	return checked(r, owners)
}

// checked returns the record prepared, or why it cannot be used.
func checked(r representation.Record, owners int) (representation.Record, error) {
	trader := r.Scheme == representation.SchemeNIP
	switch {
	case r.Source == "":
		return r, Malformed("an entry without a source")
	case r.AsOf.Unix() <= 0:
		return r, Malformed("an entry without as_of")
	case r.Status == representation.StruckOff:
		r.Body.Rule = representation.NewRule()
		if r.LegalName == "" {
			return r, nil
		}
	case trader && (owners != 1 || len(r.Members) != 1 || len(r.Procurators) > 0):
		return r, Malformed("a sole trader that is not one owner")
	case !trader && owners > 0:
		return r, Malformed("a company that has an owner")
	}
	r = r.Prepared()
	if wrong := r.Check(); wrong != nil {
		return r, errors.Join(Malformed("an entry that cannot be used"), wrong)
	}
	return r, nil
}
