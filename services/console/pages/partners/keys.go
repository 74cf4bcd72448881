package partners

import (
	"context"
	"slices"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

// scopes are those that a key may have.
var scopes = []string{
	"onboarding:read", "onboarding:write", "account:read", "payments:write", "payouts:write", "webhooks:write",
}

// spans are the times that a key may work on, by the value of the input, shortest first.
var spans = []string{"1h", "24h", "168h", "720h"}

// overlaps are the times that a key works on when it is replaced.
var overlaps = []string{"0s", "1h", "24h"}

// createKey makes a key and shows it. It replaces the key that the page named which asked, and no other.
func createKey(ctx context.Context, x *screen.Exchange, partner string) error {
	live, err := x.Livemode()
	if err != nil {
		return err
	}
	req := &pcv1.CreatePartnerKeyRequest{
		PartnerId: partner, Livemode: live,
		Scopes: x.R.PostForm["scopes"], Channels: x.R.PostForm["channels"],
		Rotate: x.Input(replacesInput) != "", RotateKeyId: x.Input(replacesInput),
	}
	if x.Input("rotate") != "" {
		overlap, err := x.Span("rotate", overlaps)
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

// replacesInput carries the id of the key that is replaced from the page that asks.
const replacesInput = "replaces"

// keyToReplace is the change that makes a key, or asks first where it ends the one that there is: the newest of the
// mode, unless that is revoked.
func keyToReplace(partner string) screen.Change {
	create := func(ctx context.Context, x *screen.Exchange) error { return createKey(ctx, x, partner) }
	present := func(ctx context.Context, x *screen.Exchange) ([]screen.Fact, error) {
		live, err := x.Livemode()
		if err != nil {
			return nil, err
		}
		r, err := x.Services.PartnerConnect.ListPartnerKeys(ctx, &pcv1.ListPartnerKeysRequest{PartnerId: partner})
		x.R.PostForm.Del(replacesInput)
		newest := slices.IndexFunc(r.GetData(), func(k *pcv1.PartnerKey) bool { return k.GetLivemode() == live })
		if newest < 0 || r.GetData()[newest].GetRevokedAt() != nil {
			return nil, err
		}
		k := r.GetData()[newest]
		x.R.PostForm.Set(replacesInput, k.GetId())
		return []screen.Fact{
			{Name: x.Page.T("key_begins"), Value: k.GetPrefix() + "…"},
			{Name: x.Page.T("key_used"), Value: x.Page.At(k.GetLastUsedAt())},
		}, err
	}
	replace := screen.Final(screen.Together(
		screen.Chosen("mode", "mode", "mode_"),
		screen.Entered("scopes", "key_scopes", "channels", "key_channels"),
		screen.Chosen("rotate", "key_rotate", "key_rotate_"), present), create)
	return func(ctx context.Context, x *screen.Exchange) error {
		if x.Input("rotate") == "" {
			x.R.PostForm.Del(replacesInput)
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
	span, err := x.Span("span", spans)
	if err != nil {
		return err
	}
	_, err = x.Services.PartnerConnect.ExpirePartnerKey(ctx,
		&pcv1.ExpirePartnerKeyRequest{Id: x.Input("key"), ExpiresAt: timestamppb.New(x.Now.Add(span))})
	return err
}
