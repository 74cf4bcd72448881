package e2e

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/keyring"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/sdk/conformance"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// sandboxRegister is the register of test mode, of the entries that were imported for it, behind the contract.
type sandboxRegister struct {
	providersv1.UnimplementedCompanyRegisterServer
	register.Directory
}

func (r sandboxRegister) LookUpCompany(ctx context.Context,
	req *providersv1.LookUpCompanyRequest) (*providersv1.LookUpCompanyResponse, error) {
	switch req.GetScheme() {
	case representation.SchemeKRS, representation.SchemeCompaniesHouse:
	default:
		return nil, status.Error(codes.Unimplemented, "no entries of this scheme are imported")
	}
	found, err := r.Lookup(ctx, req.GetScheme(), req.GetNumber())
	switch {
	case errors.Is(err, register.ErrNotListed):
		return nil, status.Error(codes.NotFound, "not listed")
	case err != nil:
		return nil, status.Error(codes.Unavailable, err.Error())
	}
	statuses := map[representation.Status]providersv1.CompanyStatus{
		representation.Active:    providersv1.CompanyStatus_COMPANY_STATUS_ACTIVE,
		representation.Inactive:  providersv1.CompanyStatus_COMPANY_STATUS_INACTIVE,
		representation.StruckOff: providersv1.CompanyStatus_COMPANY_STATUS_STRUCK_OFF,
	}
	c := &providersv1.Company{
		Scheme: found.Scheme, Number: found.Number, Status: statuses[found.Status], LegalName: found.LegalName,
		Source: found.Source, AsOf: timestamppb.New(found.AsOf),
		BodyName: found.Body.Name, RuleText: found.Body.RuleText, Proceedings: found.Proceedings,
	}
	for _, m := range found.Members {
		c.Representatives = append(c.Representatives, &providersv1.Representative{
			Kind: providersv1.RepresentativeKind_REPRESENTATIVE_KIND_MEMBER, GivenNames: m.GivenNames, FamilyName: m.FamilyName,
			Function:  m.Function,
			Suspended: m.Suspended, Entity: m.Entity,
		})
	}
	for _, p := range found.Procurators {
		c.Representatives = append(c.Representatives, &providersv1.Representative{
			Kind: providersv1.RepresentativeKind_REPRESENTATIVE_KIND_PROCURATOR, GivenNames: p.GivenNames,
			FamilyName: p.FamilyName, Function: p.Kind,
		})
	}
	return &providersv1.LookUpCompanyResponse{Data: c}, nil
}

// The register of test mode conforms, for each fictitious company. It has no sole traders: those are not imported.
func TestTheSandboxRegisterConforms(t *testing.T) {
	t.Parallel()
	pool, err1 := pgxpool.New(t.Context(), cluster.Server(t).URL("partnerline_partnerconnect")) // which is migrated
	keys, err2 := keyring.Parse(keyring.NewKey("k1"))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	store := kernelpg.NewRegisterStore(pool, keys)
	records := register.Fictitious()
	now := time.Now()
	for i := range records {
		records[i].AsOf, records[i].Source = now, "import"
	}
	if _, err := kernelusecase.NewImports(pool, store, nil).ImportRegister(t.Context(), false, records, now); err != nil {
		t.Fatalf("%+v", err)
	}
	f := &sandboxFace{t: t}
	f.calls = serveGRPC(t, grpc.NewServer(grpc.UnaryInterceptor(f.authorize)), func(server *grpc.Server) {
		providersv1.RegisterCompanyRegisterServer(server, sandboxRegister{Directory: store.Imported(false)})
	})
	o := f.connect()
	o.Part, o.Unlisted = "company_register", "PL_KRS/0000000702"
	for _, r := range records {
		t.Run(r.Number, func(t *testing.T) {
			o := o
			o.Company = r.Scheme + "/" + r.Number
			var progress strings.Builder
			v, err := conformance.Run(t.Context(), o, &progress)
			if err != nil || slices.ContainsFunc(v.Results,
				func(r conformance.Result) bool { return (r.Outcome != conformance.Passed) != (r.Check == "trader") }) {
				t.Errorf("%v\n%s", err, progress.String())
			}
		})
	}
}
