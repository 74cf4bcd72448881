package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

var registerChecks = []check{
	{"token", "A call without the token is answered with `UNAUTHENTICATED` or `PERMISSION_DENIED`.",
		func(ctx context.Context, s *session) error {
			return answered(ctx, companies(s.Without).LookUpCompany,
				&providersv1.LookUpCompanyRequest{Scheme: "PL_KRS", Number: "9990000001"}, codes.Unauthenticated,
				codes.PermissionDenied)
		}},
	{"company", "The entry of a company is answered within 5 seconds, and holds what the contract asks for.",
		func(ctx context.Context, s *session) error {
			return s.entry(ctx, s.Company, "--company")
		}},
	{"trader", "The entry of a sole trader has one owner, and no one else.",
		func(ctx context.Context, s *session) error { return s.entry(ctx, s.Trader, "--trader") }},
	{"repeated", "The same entry is answered again, and at once.", func(ctx context.Context, s *session) error {
		req, err := entryOf(s.Company, "--company")
		if err != nil {
			return err
		}
		first, err := accepted(ctx, companies(s.Conn).LookUpCompany, req)
		if err != nil {
			return err
		}
		again, err := sameNumberAtOnce(ctx, s, req)
		if err == nil && again != first.GetData().GetLegalName() {
			err = errors.New("repeated, the entry has another name")
		}
		return err
	}},
	{"unlisted", "A number that the register does not list is `NOT_FOUND`.", func(ctx context.Context, s *session) error {
		req, err := entryOf(s.Unlisted, "--unlisted")
		if err != nil {
			return err
		}
		return answered(ctx, companies(s.Conn).LookUpCompany, req, codes.NotFound)
	}},
	{"unknown_scheme", "A scheme that the register does not have is `UNIMPLEMENTED`.",
		func(ctx context.Context, s *session) error {
			return answered(ctx, companies(s.Conn).LookUpCompany,
				&providersv1.LookUpCompanyRequest{Scheme: "XX_CONFORMANCE", Number: "1"}, codes.Unimplemented)
		}},
}

func companies(conn grpc.ClientConnInterface) providersv1.CompanyRegisterClient {
	return providersv1.NewCompanyRegisterClient(conn)
}

func entryOf(text, setting string) (*providersv1.LookUpCompanyRequest, error) {
	scheme, number, ok := strings.Cut(text, "/")
	if !ok {
		return nil, errNotRun("it needs " + setting + " scheme/number, such as PL_KRS/0000000123")
	}
	return &providersv1.LookUpCompanyRequest{Scheme: scheme, Number: number}, nil
}

// sameNumberAtOnce looks an entry up several times at once, and returns its name. The time of the entry may move on
// between calls.
func sameNumberAtOnce(ctx context.Context, s *session, req *providersv1.LookUpCompanyRequest) (string, error) {
	named := func(ctx context.Context, q *providersv1.LookUpCompanyRequest,
		opts ...grpc.CallOption) (*providersv1.LookUpCompanyResponse, error) {
		a, err := companies(s.Conn).LookUpCompany(ctx, q, opts...)
		return &providersv1.LookUpCompanyResponse{Data: &providersv1.Company{LegalName: a.GetData().GetLegalName()}}, err
	}
	a, err := sameAtOnce(ctx, named, req)
	return a.GetData().GetLegalName(), err
}

// registerTimeout is the time that partner connect gives a register.
const registerTimeout = 5 * time.Second

// entry looks an entry up, and checks what is answered.
func (s *session) entry(ctx context.Context, text, setting string) error {
	req, err := entryOf(text, setting)
	if err != nil {
		return err
	}
	start := time.Now()
	a, err := accepted(ctx, companies(s.Conn).LookUpCompany, req)
	if err != nil {
		return err
	}
	if took := time.Since(start); took > registerTimeout {
		return fmt.Errorf("the answer took %v", took.Round(time.Millisecond))
	}
	return checkEntry(a.GetData(), req)
}

func checkEntry(c *providersv1.Company, req *providersv1.LookUpCompanyRequest) error {
	var faults []error
	fault := func(wrong bool, what string) {
		if wrong {
			faults = append(faults, errors.New(what))
		}
	}
	count := map[providersv1.RepresentativeKind]int{}
	for _, p := range c.GetRepresentatives() {
		count[p.GetKind()]++
		fault(p.GetFamilyName() == "", "a representative has no family_name")
	}
	owners, members := count[providersv1.RepresentativeKind_REPRESENTATIVE_KIND_OWNER],
		count[providersv1.RepresentativeKind_REPRESENTATIVE_KIND_MEMBER]
	procurators := count[providersv1.RepresentativeKind_REPRESENTATIVE_KIND_PROCURATOR]
	struckOff := c.GetStatus() == providersv1.CompanyStatus_COMPANY_STATUS_STRUCK_OFF
	known := []providersv1.CompanyStatus{providersv1.CompanyStatus_COMPANY_STATUS_ACTIVE,
		providersv1.CompanyStatus_COMPANY_STATUS_INACTIVE, providersv1.CompanyStatus_COMPANY_STATUS_STRUCK_OFF}
	fault(c.GetScheme() != req.GetScheme() || c.GetNumber() != req.GetNumber(),
		"scheme and number are not those of the request")
	fault(!slices.Contains(known, c.GetStatus()), "status is not set")
	fault(c.GetLegalName() == "" && !struckOff, "legal_name is empty")
	fault(c.GetSource() == "", "source is empty")
	fault(c.GetAsOf().AsTime().Unix() <= 0 || c.GetAsOf().AsTime().After(time.Now().Add(ahead)),
		"as_of is not set, or in the future")
	fault(owners+members+procurators != len(c.GetRepresentatives()), "a representative has no kind")
	fault(members > 200 || procurators > 200 || len(c.GetProceedings()) > 200,
		"there are more than 200 members, procurators or proceedings")
	if req.GetScheme() == "PL_NIP" {
		fault(!struckOff && (owners != 1 || members+procurators > 0), "a sole trader has one owner, and no one else")
	} else {
		fault(owners > 0, "a company has no owner among its representatives")
	}
	return errors.Join(faults...)
}
