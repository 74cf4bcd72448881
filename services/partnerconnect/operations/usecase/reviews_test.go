package usecase_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	operationsusecase "github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

var (
	startReviews = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)
	operator     = audit.Entry{At: startReviews, Actor: audit.OperatorActor, Operation: "Test"}
)

// merchants makes onboardings of a channel and advances them.
type merchants struct {
	pool    *pgxpool.Pool
	parts   *wiring.Modules
	owner   access.Owner
	sandbox *operationsusecase.Onboardings
	reviews *operationsusecase.Reviews
}

func newMerchants(t *testing.T) *merchants {
	t.Helper()
	pool, err := pgdb.Open(t.Context(), pgdb.Config{URL: envconfig.Secret(schema.New(t))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	keys, err := keyring.Parse(keyring.NewKey("k1"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := objects.OpenFiles(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	m := &merchants{pool: pool, parts: wiring.New(kernel.Database{Pool: pool, Keys: keys}, money.DefaultTariff, nil)}
	p, err := m.parts.Access.CreatePartner(t.Context(), pool,
		access.Partner{ID: "ptn_a", Name: "a", Tenant: "ten_a", CreatedAt: startReviews})
	if err != nil {
		t.Fatal(err)
	}
	c, err := m.parts.Access.CreateChannel(t.Context(), pool, access.Channel{
		ID: "chn_a", Partner: p.ID, Name: "a", ReturnOrigins: []string{"https://a.example"}, LinkTTL: time.Hour,
		Currencies: []string{"PLN"}, CreatedAt: startReviews,
	})
	if err != nil {
		t.Fatal(err)
	}
	m.owner = access.Owner{Partner: p, Channel: c}
	uploader := merchantusecase.NewUploader(files, m.parts.Onboardings, nil, slog.New(slog.DiscardHandler),
		func() time.Time { return startReviews })
	m.sandbox = operationsusecase.NewOnboardings(m.parts.Changer, uploader, nil, register.Fictitious()[0])
	m.reviews = operationsusecase.NewReviews(m.parts.Changer, m.parts.Changer, m.parts.Payments)
	return m
}

// at returns a merchant that was advanced to a status.
func (m *merchants) at(t *testing.T, target string) onboarding.Onboarding {
	t.Helper()
	o, e, err := onboarding.NewOnboarding(m.owner, false, t.Name(),
		onboarding.Data{ApplicantType: onboarding.NaturalPerson})
	if err != nil {
		t.Fatal(err)
	}
	if o, _, err = m.parts.Changer.CreateOnboarding(t.Context(), o, e, operator); err != nil {
		t.Fatal(err)
	}
	o, err = m.advance(t, o.Ref, target)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func (m *merchants) advance(t *testing.T, ref pc.Ref, target string) (onboarding.Onboarding, error) {
	t.Helper()
	view := access.View{Channels: []pc.ChannelID{m.owner.Channel.ID}}
	o, err := m.sandbox.Get(t.Context(), view, ref)
	if err != nil {
		return o, err
	}
	return m.sandbox.AdvanceOnboarding(t.Context(), view, o, target, operator)
}

// always lets an approval be.
func always(pgx.Tx, onboarding.Onboarding) error { return nil }

func reasonOf(err error) fault.Reason {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Reason
	}
	return ""
}

// A test onboarding reaches each status as its people would take it there; backwards leads no way, and what it is
// already changes nothing.
func TestAdvanceOnboarding(t *testing.T) {
	m := newMerchants(t)
	for _, target := range []onboarding.Status{
		onboarding.InProgress, onboarding.InReview, onboarding.ActionRequired, onboarding.Active, onboarding.Rejected,
		onboarding.Cancelled, onboarding.Expired,
	} {
		t.Run(string(target), func(t *testing.T) {
			if o := m.at(t, string(target)); o.Status != target {
				t.Errorf("it is %s", o.Status)
			}
		})
	}
	o := m.at(t, string(onboarding.Active))
	if again, err := m.advance(t, o.Ref, string(onboarding.Active)); err != nil || again.Version != o.Version {
		t.Errorf("the same again: version %d of %d, %v", again.Version, o.Version, err)
	}
	if _, err := m.advance(t, o.Ref, string(onboarding.Draft)); reasonOf(err) != fault.InvalidState {
		t.Errorf("backwards: %v", err)
	}
	if _, err := m.advance(t, o.Ref, "nowhere"); reasonOf(err) != fault.ValidationFailed {
		t.Errorf("to no status: %v", err)
	}
}

// Each decision of the operator is taken in its statuses and refused in the others, where it changes nothing.
func TestReviews(t *testing.T) {
	m := newMerchants(t)
	ctx := t.Context()
	for name, c := range map[string]struct {
		decide func(pc.Ref) (onboarding.Onboarding, error)
		leads  onboarding.Status
		from   []onboarding.Status
	}{
		"approve": {
			func(r pc.Ref) (onboarding.Onboarding, error) { return m.reviews.Approve(ctx, r, operator, always) },
			onboarding.Active, []onboarding.Status{onboarding.InReview},
		},
		"request correction": {func(r pc.Ref) (onboarding.Onboarding, error) {
			return m.reviews.RequestCorrection(ctx, r, "", []string{"applicant.phone"}, "unreadable", operator)
		}, onboarding.ActionRequired, []onboarding.Status{onboarding.InReview}},
		"reject": {
			func(r pc.Ref) (onboarding.Onboarding, error) { return m.reviews.Reject(ctx, r, "", "fraud", operator) },
			onboarding.Rejected, []onboarding.Status{onboarding.InReview, onboarding.ActionRequired},
		},
	} {
		for _, from := range []onboarding.Status{
			onboarding.InProgress, onboarding.InReview, onboarding.ActionRequired, onboarding.Active, onboarding.Rejected,
		} {
			t.Run(name+" "+string(from), func(t *testing.T) {
				before := m.at(t, string(from))
				got, err := c.decide(before.Ref)
				if slices.Contains(c.from, from) {
					if err != nil || got.Status != c.leads {
						t.Errorf("%s, %v; want %s", got.Status, err, c.leads)
					}
					return
				}
				after, _ := m.parts.Changer.Get(ctx, access.SystemView, before.Ref)
				if after.Version != before.Version || err == nil && from != c.leads || err != nil && reasonOf(err) == "" {
					t.Errorf("%s became %s, %v", before.Status, after.Status, err)
				}
			})
		}
	}
}

// Only an active merchant is suspended, and only a suspended one resumed; once more changes nothing.
func TestSuspension(t *testing.T) {
	m := newMerchants(t)
	applicant, merchant := m.at(t, string(onboarding.InReview)), onboarding.Onboarding{}
	t.Run("active", func(t *testing.T) { merchant = m.at(t, string(onboarding.Active)) })
	for _, step := range []struct {
		decide func(context.Context, pc.Ref, audit.Entry) (onboarding.Onboarding, error)
		want   delegation.MerchantStatus
	}{
		{m.reviews.ResumeMerchant, delegation.ActiveMerchant},
		{m.reviews.SuspendMerchant, delegation.SuspendedMerchant},
		{m.reviews.SuspendMerchant, delegation.SuspendedMerchant},
		{m.reviews.ResumeMerchant, delegation.ActiveMerchant},
	} {
		if got, err := step.decide(t.Context(), merchant.Ref, operator); err != nil || got.Merchant != step.want {
			t.Errorf("%s, %v; want %s", got.Merchant, err, step.want)
		}
		if _, err := step.decide(t.Context(), applicant.Ref, operator); reasonOf(err) != fault.InvalidState {
			t.Errorf("who is no merchant yet: %v", err)
		}
	}
}

// The operator ends a delegation; the partner acts no more.
func TestRevokeDelegation(t *testing.T) {
	m := newMerchants(t)
	o := m.at(t, string(onboarding.Active))
	got, err := m.reviews.RevokeDelegation(t.Context(), o.Ref, operator)
	if err != nil || got.Delegation == nil || got.Delegation.Status != delegation.RevokedDelegation {
		t.Errorf("%+v, %v", got.Delegation, err)
	}
}
