package webhooks

import (
	"context"
	"net/http"
	"net/url"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

// overlaps are how long a key works on when it is replaced, shortest first.
var overlaps = []string{"0s", "1h", "24h"}

type keysView struct {
	Tenant   string
	Keys     []*webhooksv1.ApiKey
	MayIssue bool // keys of test mode
	MayAct   bool // on keys of live mode, too
}

// Overlaps are those that the form offers.
func (keysView) Overlaps() []string { return overlaps }

// Endable are the keys that the person may replace and revoke.
func (v keysView) Endable() (out []*webhooksv1.ApiKey) {
	for _, k := range v.Keys {
		if k.GetRevokedAt() == nil && v.MayIssue && (v.MayAct || !k.GetLivemode()) {
			out = append(out, k)
		}
	}
	return out
}

type keyView struct {
	*webhooksv1.ApiKey
	Secret string
	Back   string // path of the tenant's keys
}

// showKeys shows the keys of a tenant, or does what the person chose.
func showKeys(x *screen.Exchange, tenant string) {
	show := func(record *webhooksv1.ApiKey, key string) error {
		x.Page.Data = keyView{record, key, (&url.URL{Path: "webhooks/" + tenant + "/keys"}).EscapedPath()}
		x.Show("tenantkey", http.StatusOK) // in this answer alone
		return screen.ErrAnswered
	}
	about := func(ctx context.Context, x *screen.Exchange) ([]screen.Fact, error) {
		r, err := x.Services.Webhooks.ListApiKeys(ctx, &webhooksv1.ListApiKeysRequest{TenantId: tenant})
		if err != nil {
			return nil, err
		}
		return screen.KeyFacts(x, r.GetData())
	}
	aboutRoll := screen.Together(about, screen.Chosen("overlap", "tenantkey_overlap", "key_rotate_"))
	code, render := x.Submit(map[string]screen.Change{
		"tenantkey_create": func(ctx context.Context, x *screen.Exchange) error {
			live, err := x.Livemode()
			if err != nil {
				return err
			}
			r, err := x.Services.Webhooks.CreateApiKey(ctx, &webhooksv1.CreateApiKeyRequest{
				TenantId: tenant, Livemode: live,
			})
			if err != nil {
				return err
			}
			return show(r.GetData(), r.GetKey())
		},
		"tenantkey_roll": screen.Final(aboutRoll, func(ctx context.Context, x *screen.Exchange) error {
			overlap, err := x.Span("overlap", overlaps)
			if err != nil {
				return err
			}
			r, err := x.Services.Webhooks.RollApiKey(ctx, &webhooksv1.RollApiKeyRequest{
				Id: x.Input("key"), OverlapSeconds: int32(overlap.Seconds()),
			})
			if err != nil {
				return err
			}
			return show(r.GetData(), r.GetKey())
		}),
		"tenantkey_revoke": screen.Final(about, func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.Webhooks.RevokeApiKey(ctx, &webhooksv1.RevokeApiKeyRequest{Id: x.Input("key")})
			return err
		}),
	})
	if !render {
		return
	}
	r, err := x.Services.Webhooks.ListApiKeys(x.As(), &webhooksv1.ListApiKeysRequest{TenantId: tenant})
	if err != nil {
		x.Missing(err)
		return
	}
	x.Page.Data = keysView{tenant, r.GetData(), x.Session.Has("support", "administrator"), x.Session.Has("administrator")}
	x.Show("tenantkeys", code)
}
