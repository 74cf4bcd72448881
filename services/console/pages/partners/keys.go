package partners

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

// scopes are those that a key may have.
var scopes = []string{"onboarding:read", "onboarding:write", "account:read", "payments:write", "payouts:write", "webhooks:write"}

// spans are the times that a key may work on, by the value of the input, shortest first.
var spans = []string{"1h", "24h", "168h", "720h"}

// overlaps are the times that a key works on when it is replaced.
var overlaps = []string{"0s", "1h", "24h"}

// createKey makes a key and shows it.
func createKey(ctx context.Context, x *screen.Exchange, partner string) error {
	req := &pcv1.CreatePartnerKeyRequest{
		PartnerId: partner, Livemode: x.Input("mode") == "live", Scopes: x.R.PostForm["scopes"], Channels: x.R.PostForm["channels"], Rotate: x.Input("rotate") != "",
	}
	if req.GetRotate() {
		overlap, err := time.ParseDuration(x.Input("rotate"))
		if err != nil {
			return err
		}
		req.Overlap = durationpb.New(overlap)
	}
	r, err := x.Services.PartnerConnect.CreatePartnerKey(ctx, req)
	if err != nil {
		return err
	}
	showKey(x, partner, r)
	return screen.ErrAnswered
}

// keyToEnd names the key of a partner that a form ends.
func keyToEnd(partner string) screen.Facts {
	return func(ctx context.Context, x *screen.Exchange) ([]screen.Fact, error) {
		r, err := x.Services.PartnerConnect.ListPartnerKeys(ctx, &pcv1.ListPartnerKeysRequest{PartnerId: partner})
		if err != nil {
			return nil, err
		}
		return screen.KeyFacts(x, r.GetData())
	}
}

// keyToReplace is the change that makes a key, or asks first where it ends the one that there is.
func keyToReplace(partner string) screen.Change {
	create := func(ctx context.Context, x *screen.Exchange) error { return createKey(ctx, x, partner) }
	present := func(ctx context.Context, x *screen.Exchange) (list []screen.Fact, _ error) {
		r, err := x.Services.PartnerConnect.ListPartnerKeys(ctx, &pcv1.ListPartnerKeysRequest{PartnerId: partner})
		for _, k := range r.GetData() {
			if k.GetRevokedAt() == nil && k.GetExpiresAt() == nil && k.GetLivemode() == (x.Input("mode") == "live") {
				list = append(list, screen.Fact{Name: x.Page.T("key_begins"), Value: k.GetPrefix() + "…"},
					screen.Fact{Name: x.Page.T("key_used"), Value: x.Page.At(k.GetLastUsedAt())})
			}
		}
		return list, err
	}
	replace := screen.Final(screen.Together(
		screen.Chosen("mode", "mode", "mode_"),
		screen.Entered("scopes", "key_scopes", "channels", "key_channels"),
		screen.Chosen("rotate", "key_rotate", "key_rotate_"), present), create)
	return func(ctx context.Context, x *screen.Exchange) error {
		if x.Input("rotate") == "" {
			return create(ctx, x)
		}
		return replace(ctx, x)
	}
}

func revokeKey(ctx context.Context, x *screen.Exchange) error {
	_, err := x.Services.PartnerConnect.RevokePartnerKey(ctx, &pcv1.RevokePartnerKeyRequest{Id: x.Input("key")})
	return err
}

func expireKey(ctx context.Context, x *screen.Exchange) error {
	span, err := time.ParseDuration(x.Input("span"))
	if err != nil {
		return err
	}
	_, err = x.Services.PartnerConnect.ExpirePartnerKey(ctx, &pcv1.ExpirePartnerKeyRequest{Id: x.Input("key"), ExpiresAt: timestamppb.New(x.Now.Add(span))})
	return err
}
