// Package partners is the screen of partners, their channels, keys, fees and branding.
package partners

import (
	"context"
	"embed"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

//go:embed assets
var assets embed.FS

// Screen is that of the partners, one partner, and one channel.
var Screen = screen.Screen{
	Name: "partners", Group: "merchants", Path: "partners", Texts: texts, Assets: assets, Serve: serve,
}

func serve(x *screen.Exchange, rest string) {
	partner, rest, _ := strings.Cut(rest, "/")
	channel, rest, _ := strings.Cut(rest, "/")
	switch {
	case partner == "":
		showPartners(x)
	case channel == "":
		showPartner(x, partner)
	case rest == "":
		showChannel(x, partner, channel)
	case rest == "preview":
		showPreview(x, channel)
	default:
		x.Missing(screen.ErrNotFound)
	}
}

// A form is what a view knows of the form that is shown again.
type form struct{ sent url.Values }

// Value is what an input of the form do held when it was sent, else what there is.
func (f form) Value(do, input, present string) string {
	if f.sent.Get("do") == do {
		return f.sent.Get(input)
	}
	return present
}

// Ticked reports whether a choice of the form do was made when it was sent; else whether it is made from the start.
func (f form) Ticked(do, input, choice string, start bool) bool {
	if f.sent.Get("do") == do {
		return slices.Contains(f.sent[input], choice)
	}
	return start
}

type partnersView struct {
	form
	Partners []*pcv1.Partner
	MayAct   bool
}

func showPartners(x *screen.Exchange) {
	code, render := x.Submit(map[string]screen.Change{"partner_create": createPartner})
	if !render {
		return
	}
	r, err := x.Services.PartnerConnect.ListPartners(x.As(), &pcv1.ListPartnersRequest{})
	if err != nil {
		x.Missing(err)
		return
	}
	x.Page.Data = partnersView{form{x.Page.Sent}, r.GetData(), x.Session.Has("administrator")}
	x.Show("partners", code)
}

func createPartner(ctx context.Context, x *screen.Exchange) error {
	req := &pcv1.CreatePartnerRequest{Id: x.Input("id"), Name: x.Input("name"), TenantId: x.Input("tenant")}
	r, err := x.Services.PartnerConnect.CreatePartner(ctx, req)
	if err == nil && (r.GetData().GetName() != req.GetName() || r.GetData().GetTenantId() != req.GetTenantId()) {
		err = errors.New(x.Page.T("partner_exists")) // the call is repeatable, and returns the one that there is
	}
	return err
}

type partnerView struct {
	form
	*pcv1.Partner
	Channels screen.Part[[]*pcv1.Channel]
	Keys     screen.Part[[]*pcv1.PartnerKey]
	Share    screen.Part[[]*pcv1.PartnerShare]
	MayAct   bool
	MayIssue bool // keys of test mode
	Scopes   []string
	Spans    []string
	Overlaps []string
}

// MayEnd reports whether the person may revoke and expire a key.
func (v partnerView) MayEnd(k *pcv1.PartnerKey) bool {
	return k.RevokedAt == nil && v.MayIssue && (v.MayAct || !k.GetLivemode())
}

// Endable are the keys that the person may revoke and expire.
func (v partnerView) Endable() (out []*pcv1.PartnerKey) {
	for _, k := range v.Keys.Data {
		if v.MayEnd(k) {
			out = append(out, k)
		}
	}
	return out
}

// showPartner shows a partner with its channels and keys, or does what the person chose.
func showPartner(x *screen.Exchange, id string) {
	code, render := x.Submit(map[string]screen.Change{
		"partner_suspend": func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.SuspendPartner(ctx, &pcv1.SuspendPartnerRequest{Id: id})
			return err
		},
		"partner_resume": func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.ResumePartner(ctx, &pcv1.ResumePartnerRequest{Id: id})
			return err
		},
		"channel_create": func(ctx context.Context, x *screen.Exchange) error { return createChannel(ctx, x, id) },
		"key_create":     keyToReplace(id),
		"key_revoke":     screen.Final(keyToEnd(id), revokeKey),
		"key_expire": screen.Final(screen.Together(keyToEnd(id),
			screen.Chosen("span", "key_span", "key_span_")), expireKey),
	})
	if !render {
		return
	}
	partner, err := findPartner(x, id)
	if err != nil {
		x.Missing(err)
		return
	}
	v := partnerView{
		form: form{x.Page.Sent}, Partner: partner, MayAct: x.Session.Has("administrator"),
		MayIssue: x.Session.Has("administrator", "support"), Scopes: scopes, Spans: spans, Overlaps: overlaps,
	}
	parts := x.Reading()
	screen.Read(parts, "channels", &v.Channels, func(ctx context.Context) ([]*pcv1.Channel, error) {
		r, err := x.Services.PartnerConnect.ListChannels(ctx, &pcv1.ListChannelsRequest{PartnerId: id})
		return r.GetData(), err
	})
	screen.Read(parts, "partner keys", &v.Keys, func(ctx context.Context) ([]*pcv1.PartnerKey, error) {
		r, err := x.Services.PartnerConnect.ListPartnerKeys(ctx, &pcv1.ListPartnerKeysRequest{PartnerId: id})
		return r.GetData(), err
	})
	screen.Read(parts, "partner share", &v.Share, func(ctx context.Context) ([]*pcv1.PartnerShare, error) {
		r, err := x.Services.PartnerConnect.GetPartnerShare(ctx, &pcv1.GetPartnerShareRequest{PartnerId: id})
		return r.GetData(), err
	})
	parts.Wait()
	x.Page.Title, x.Page.Data = x.Page.T("partner_title")+" "+partner.GetName(), v
	x.Show("partner", code)
}

func findPartner(x *screen.Exchange, id string) (*pcv1.Partner, error) {
	r, err := x.Services.PartnerConnect.ListPartners(x.As(), &pcv1.ListPartnersRequest{})
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(r.GetData(), func(p *pcv1.Partner) bool { return p.GetId() == id }); i >= 0 {
		return r.GetData()[i], nil
	}
	return nil, screen.ErrNotFound
}

func createChannel(ctx context.Context, x *screen.Exchange, partner string) error {
	req := &pcv1.CreateChannelRequest{
		Id: x.Input("id"), PartnerId: partner, Name: x.Input("name"), ReturnOrigins: strings.Fields(x.Input("origins")),
		Currencies: currencies(x),
	}
	r, err := x.Services.PartnerConnect.CreateChannel(ctx, req)
	if err == nil && r.GetData().GetName() != req.GetName() {
		err = errors.New(x.Page.T("channel_exists"))
	}
	return err
}

// currencies are those that an input lists.
func currencies(x *screen.Exchange) []string {
	return strings.FieldsFunc(strings.ToUpper(x.Input("currencies")), func(r rune) bool { return r == ',' || r == ' ' })
}

type keyView struct {
	Partner string
	*pcv1.PartnerKey
	Secret string
}

// showKey shows a key, in this answer alone: neither the address of the page nor a cookie has it, and no cache keeps
// the page.
func showKey(x *screen.Exchange, partner string, r *pcv1.CreatePartnerKeyResponse) {
	x.Page.Data = keyView{partner, r.GetData(), r.GetKey()}
	x.Show("partnerkey", http.StatusOK)
}
