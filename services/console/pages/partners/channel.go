package partners

import (
	"context"
	"errors"
	"html"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/pagekit"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

type channelView struct {
	form
	*pcv1.Channel
	Tariffs  screen.Part[*pcv1.ListChannelTariffsResponse]
	Branding screen.Part[*pcv1.ChannelBranding]
	MayAct   bool
	Changed  bool // by someone else, since the form that was sent was read
}

// Tag is the etag that a form carries: that of what was read, also when the form is shown again, unless the page shows
// what someone else changed since.
func (v channelView) Tag(do, present string) string {
	if v.Changed {
		return present
	}
	return v.Value(do, "etag", present)
}

// Other is what there is, where someone else made it something else than what the form has.
func (v channelView) Other(do, input, present string) string {
	if v.Changed && v.sent.Get("do") == do && v.sent.Get(input) != present {
		return present
	}
	return ""
}

// Amounts are the inputs of a tariff that hold numbers.
func (channelView) Amounts() []string {
	return []string{"basis_points", "fixed", "minimum", "share", "chargeback_fee"}
}

// Listed are currencies as an input has them.
func (v channelView) Listed() string { return strings.Join(v.GetCurrencies(), ", ") }

// showChannel shows a channel, or does what the person chose.
func showChannel(x *screen.Exchange, partner, id string) {
	v := channelView{MayAct: x.Session.Has("administrator")}
	// guarded is a change that is refused when someone else changed the same before.
	guarded := func(f screen.Change) screen.Change {
		return func(ctx context.Context, x *screen.Exchange) error {
			err := f(ctx, x)
			if e, ok := grpcserver.FromStatus(status.Convert(err)); err != nil && ok && e.Reason == fault.PreconditionFailed {
				v.Changed = true
				return errors.New(x.Page.T("channel_changed"))
			}
			return err
		}
	}
	code, render := x.Submit(map[string]screen.Change{
		"channel_currencies": guarded(func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.SetChannelCurrencies(ctx,
				&pcv1.SetChannelCurrenciesRequest{Id: id, Currencies: currencies(x), IfMatch: x.Input("etag")})
			return err
		}),
		"channel_tariff":   guarded(func(ctx context.Context, x *screen.Exchange) error { return setTariff(ctx, x, id) }),
		"channel_branding": guarded(func(ctx context.Context, x *screen.Exchange) error { return setBranding(ctx, x, id) }),
	})
	if !render {
		return
	}
	channels, err := x.Services.PartnerConnect.ListChannels(x.As(), &pcv1.ListChannelsRequest{PartnerId: partner})
	if err != nil {
		x.Missing(err)
		return
	}
	i := slices.IndexFunc(channels.GetData(), func(c *pcv1.Channel) bool { return c.GetId() == id })
	if i < 0 {
		x.Missing(screen.ErrNotFound)
		return
	}
	v.form, v.Channel = form{x.Page.Sent}, channels.GetData()[i]
	parts := x.Reading()
	screen.Read(parts, "tariffs", &v.Tariffs, func(ctx context.Context) (*pcv1.ListChannelTariffsResponse, error) {
		return x.Services.PartnerConnect.ListChannelTariffs(ctx, &pcv1.ListChannelTariffsRequest{Id: id})
	})
	screen.Read(parts, "branding", &v.Branding, func(ctx context.Context) (*pcv1.ChannelBranding, error) {
		r, err := x.Services.PartnerConnect.GetChannelBranding(ctx, &pcv1.GetChannelBrandingRequest{Id: id})
		return r.GetData(), err
	})
	parts.Wait()
	if v.MayAct {
		x.AllowFrames() // the preview
	}
	x.Page.Title, x.Page.Data = x.Page.T("channel_title")+" "+v.GetName(), v
	x.Show("channel", code)
}

func setTariff(ctx context.Context, x *screen.Exchange, channel string) error {
	req := &pcv1.SetChannelTariffRequest{
		Id: channel, Currency: strings.ToUpper(x.Input("currency")), IfMatch: x.Input("etag"),
	}
	for _, n := range []struct {
		input string
		bits  int
		set   func(int64)
	}{
		{"basis_points", 32, func(v int64) { req.BasisPoints = int32(v) }},
		{"fixed", 64, func(v int64) { req.Fixed = v }},
		{"minimum", 64, func(v int64) { req.Minimum = v }},
		{"share", 32, func(v int64) { req.PartnerShareBasisPoints = int32(v) }},
		{"chargeback_fee", 64, func(v int64) { req.ChargebackFee = v }},
	} {
		value, err := strconv.ParseInt(x.Input(n.input), 10, n.bits)
		if err != nil {
			return errors.New(x.Page.T("tariff_"+n.input) + ": " + x.Page.T("tariff_number"))
		}
		n.set(value)
	}
	if from := x.Input("from"); from != "" {
		at, err := time.Parse("2006-01-02T15:04", from)
		if err != nil {
			return errors.New(x.Page.T("tariff_from") + ": 2026-11-23T00:00")
		}
		req.EffectiveFrom = timestamppb.New(at)
	}
	_, err := x.Services.PartnerConnect.SetChannelTariff(ctx, req)
	return err
}

func setBranding(ctx context.Context, x *screen.Exchange, channel string) error {
	logo, err := x.File("logo")
	if err != nil {
		return err
	}
	_, err = x.Services.PartnerConnect.SetChannelBranding(ctx, &pcv1.SetChannelBrandingRequest{
		Id: channel, Name: x.Input("name"), Colour: x.Input("colour"), Logo: logo, KeepLogo: x.Input("without_logo") == "",
		HelpUrl:    x.Input("help_url"),
		PrivacyUrl: x.Input("privacy_url"), TermsUrl: x.Input("terms_url"), IfMatch: x.Input("etag"),
	})
	return err
}

// showPreview shows a page of the channel in a frame: with the branding of the form that was sent, else with the one
// that is set.
func showPreview(x *screen.Exchange, channel string) {
	page, lang := "landing", x.Page.Lang
	req := &pcv1.PreviewChannelBrandingRequest{Id: channel, KeepLogo: true}
	var err error
	if x.R.Method == http.MethodPost {
		req.Name, req.Colour, req.HelpUrl, req.PrivacyUrl, req.TermsUrl = x.Input(
			"name",
		), x.Input("colour"), x.Input("help_url"), x.Input("privacy_url"), x.Input("terms_url")
		req.KeepLogo = x.Input("without_logo") == ""
		req.Logo, err = x.File("logo")
		page, lang = x.Input("preview_page"), x.Input("preview_language")
	} else {
		var set *pcv1.GetChannelBrandingResponse
		set, err = x.Services.PartnerConnect.GetChannelBranding(x.As(), &pcv1.GetChannelBrandingRequest{Id: channel})
		b := set.GetData()
		req.Name, req.Colour, req.HelpUrl, req.PrivacyUrl, req.TermsUrl =
			b.GetName(), b.GetColour(), b.GetHelpUrl(), b.GetPrivacyUrl(), b.GetTermsUrl()
	}
	if lang != pagekit.Polish {
		lang = pagekit.English
	}
	req.Page, req.Language = page, lang
	var r *pcv1.PreviewChannelBrandingResponse
	if err == nil {
		r, err = x.Services.PartnerConnect.PreviewChannelBranding(x.As(), req)
	}
	if err != nil {
		code := http.StatusUnprocessableEntity
		if screen.StateOf(err) == screen.Denied {
			code = http.StatusForbidden
		}
		x.Frame("preview", code, "<!DOCTYPE html><title>–</title><p>"+html.EscapeString(x.Refusal(err))+"</p>")
		return
	}
	x.Frame("preview", http.StatusOK, r.GetHtml())
}
