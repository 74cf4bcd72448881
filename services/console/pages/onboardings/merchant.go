package onboardings

import (
	"context"
	"net/http"

	"github.com/partnerline/partnerline/internal/iso4217"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

// shown is how many payouts and payments the page of a merchant has; all of them are on the screen of money.
const shown = 10

type merchantView struct {
	Ref        string
	State      screen.Part[*pcv1.GetOnboardingDetailsResponse]
	Keys       screen.Part[[]*pcv1.MerchantKey]
	Accounts   screen.Part[[]*pcv1.LedgerAccount]
	Payments   screen.Part[[]*pcv1.Payment]
	Payouts    screen.Part[[]*pcv1.Payout]
	MayDecide  bool // suspend and resume
	MayRevoke  bool // the delegation
	MayIssue   bool // keys of test mode
	MayGoLive  bool // keys of live mode
	Onboarding bool // the person's roles open it
	separator  string
}

// Amount spells an amount of minor units, with its currency.
func (v merchantView) Amount(minor int64, currency string) string {
	return iso4217.Decimal(minor, currency, v.separator) + " " + currency
}

// Endable are the keys that the person may replace and revoke.
func (v merchantView) Endable() (out []*pcv1.MerchantKey) {
	for _, k := range v.Keys.Data {
		if k.RevokedAt == nil && v.MayIssue && (v.MayGoLive || !k.GetLivemode()) {
			out = append(out, k)
		}
	}
	return out
}

// showMerchant shows a merchant, or does what the person chose.
func showMerchant(x *screen.Exchange, ref string) {
	code, render := x.Submit(merchantChanges(ref))
	if !render {
		return
	}
	v := merchantView{
		Ref: ref, MayDecide: x.Session.Has("reviewer"), MayRevoke: x.Session.Has("support", "reviewer"),
		MayIssue:  x.Session.Has("support", "administrator"),
		MayGoLive: x.Session.Has("administrator"), Onboarding: x.Session.Has("support", "reviewer"),
		separator: x.Page.T("separator"),
	}
	var missing error
	p, parts := x.Services.PartnerConnect, x.Reading()
	screen.Read(parts, "merchant", &v.State, func(ctx context.Context) (*pcv1.GetOnboardingDetailsResponse, error) {
		r, err := p.GetOnboardingDetails(ctx, &pcv1.GetOnboardingDetailsRequest{Ref: ref})
		if quiet(err) == nil && err != nil {
			missing = screen.ErrNotFound
		}
		return r, quiet(err)
	})
	screen.Read(parts, "merchant keys", &v.Keys, func(ctx context.Context) ([]*pcv1.MerchantKey, error) {
		r, err := p.ListMerchantKeys(ctx, &pcv1.ListMerchantKeysRequest{MerchantRef: ref})
		return r.GetData(), quiet(err)
	})
	screen.Read(parts, "balances", &v.Accounts, func(ctx context.Context) ([]*pcv1.LedgerAccount, error) {
		r, err := p.ListLedgerLines(ctx, &pcv1.ListLedgerLinesRequest{MerchantRef: ref, PageSize: 1})
		return r.GetAccounts(), quiet(err)
	})
	screen.Read(parts, "payments", &v.Payments, func(ctx context.Context) ([]*pcv1.Payment, error) {
		r, err := p.SearchPayments(ctx, &pcv1.SearchPaymentsRequest{MerchantRef: ref, PageSize: shown})
		return r.GetData(), err
	})
	screen.Read(parts, "payouts", &v.Payouts, func(ctx context.Context) ([]*pcv1.Payout, error) {
		r, err := p.SearchPayouts(ctx, &pcv1.SearchPayoutsRequest{MerchantRef: ref, PageSize: shown})
		return r.GetData(), err
	})
	parts.Wait()
	if missing != nil {
		x.Missing(missing)
		return
	}
	x.Page.Title, x.Page.Data = x.Page.T("merchant_title")+" "+ref, v
	x.Show("merchant", code)
}

// merchantChanges are what the forms of a merchant do.
func merchantChanges(ref string) map[string]screen.Change {
	about := func(ctx context.Context, x *screen.Exchange) ([]screen.Fact, error) {
		r, err := x.Services.PartnerConnect.ListMerchantKeys(ctx, &pcv1.ListMerchantKeysRequest{MerchantRef: ref})
		if err != nil {
			return nil, err
		}
		return screen.KeyFacts(x, r.GetData())
	}
	return map[string]screen.Change{
		"merchant_suspend": func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.SuspendMerchant(ctx, &pcv1.SuspendMerchantRequest{Ref: ref})
			return err
		},
		"merchant_resume": func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.ResumeMerchant(ctx, &pcv1.ResumeMerchantRequest{Ref: ref})
			return err
		},
		"merchant_revoke": screen.Final(merchantFacts(ref), func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.RevokeDelegation(ctx, &pcv1.RevokeDelegationRequest{Ref: ref})
			return err
		}),
		"merchantkey_create": func(ctx context.Context, x *screen.Exchange) error {
			live, err := x.Livemode()
			if err != nil {
				return err
			}
			r, err := x.Services.PartnerConnect.CreateMerchantKey(ctx, &pcv1.CreateMerchantKeyRequest{
				MerchantRef: ref, Livemode: live,
			})
			if err != nil {
				return err
			}
			return showKey(x, ref, r)
		},
		"merchantkey_rotate": screen.Final(about, func(ctx context.Context, x *screen.Exchange) error {
			r, err := x.Services.PartnerConnect.RotateMerchantKey(ctx, &pcv1.RotateMerchantKeyRequest{Id: x.Input("key")})
			if err != nil {
				return err
			}
			return showKey(x, ref, r)
		}),
		"merchantkey_revoke": screen.Final(about, func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.RevokeMerchantKey(ctx, &pcv1.RevokeMerchantKeyRequest{Id: x.Input("key")})
			return err
		}),
	}
}

// merchantFacts name a merchant.
func merchantFacts(ref string) screen.Facts {
	return func(ctx context.Context, x *screen.Exchange) ([]screen.Fact, error) {
		r, err := x.Services.PartnerConnect.GetOnboardingDetails(ctx, &pcv1.GetOnboardingDetailsRequest{Ref: ref})
		if err != nil {
			return nil, err
		}
		return []screen.Fact{screen.MerchantFact(x, r.GetMerchantName(), ref)}, nil
	}
}

// A newKey is the answer that has a key, the only one.
type newKey interface {
	GetData() *pcv1.MerchantKey
	GetKey() string
}

type keyView struct {
	Ref string
	*pcv1.MerchantKey
	Secret string
}

// showKey shows a key, in this answer alone: neither the address of the page nor a cookie has it, and no cache keeps
// the page.
func showKey(x *screen.Exchange, ref string, k newKey) error {
	x.Page.Data = keyView{ref, k.GetData(), k.GetKey()}
	x.Show("merchantkey", http.StatusOK)
	return screen.ErrAnswered
}
