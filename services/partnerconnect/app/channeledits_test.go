package app_test

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// Of two people who change the same thing of a channel, the second is refused instead of taking back what the first
// did.
func TestEditsOfAChannelAreNotLost(t *testing.T) {
	t.Parallel()
	s := shared(t)
	ctx := s.internal()
	s.simple("a")
	branding := func() *pcv1.ChannelBranding {
		r, err := s.operator.GetChannelBranding(ctx, &pcv1.GetChannelBrandingRequest{Id: s.id("chn_a")})
		if err != nil {
			t.Fatal(err)
		}
		return r.GetData()
	}
	var logo bytes.Buffer
	if err := png.Encode(&logo, image.NewGray(image.Rect(0, 0, 30, 10))); err != nil {
		t.Fatal(err)
	}
	channels, err := s.operator.ListChannels(ctx, &pcv1.ListChannelsRequest{PartnerId: s.id("ptn_a")})
	if err != nil {
		t.Fatal(err)
	}
	tariffs := func() string {
		r, err := s.operator.ListChannelTariffs(ctx, &pcv1.ListChannelTariffsRequest{Id: s.id("chn_a")})
		if err != nil {
			t.Fatal(err)
		}
		return r.GetEtag()
	}
	unbranded, currencies, none := branding().GetEtag(), channels.GetData()[0].GetEtag(), tariffs()
	for name, change := range map[string]func(ifMatch string) error{
		"branding": func(ifMatch string) error {
			_, err := s.operator.SetChannelBranding(ctx, &pcv1.SetChannelBrandingRequest{
				Id:      s.id("chn_a"),
				Name:    "Kanarek",
				Logo:    logo.Bytes(),
				HelpUrl: "https://a.example/help",
				IfMatch: ifMatch,
			})
			return err
		},
		"currencies": func(ifMatch string) error {
			_, err := s.operator.SetChannelCurrencies(ctx, &pcv1.SetChannelCurrenciesRequest{
				Id:         s.id("chn_a"),
				Currencies: []string{"EUR"},
				IfMatch:    ifMatch,
			})
			return err
		},
		"a tariff": func(ifMatch string) error {
			_, err := s.operator.SetChannelTariff(ctx, &pcv1.SetChannelTariffRequest{
				Id:          s.id("chn_a"),
				Currency:    "PLN",
				BasisPoints: 90,
				IfMatch:     ifMatch,
			})
			return err
		},
	} {
		s.subtest(name, func(t *testing.T) {
			read := map[string]string{"branding": unbranded, "currencies": currencies, "a tariff": none}[name]
			if err := change(read); err != nil {
				t.Fatal(err)
			}
			if got := reason(t, change(read)).Reason; got != fault.PreconditionFailed {
				t.Errorf("the second one: %s", got)
			}
			if err := change(""); err != nil {
				t.Errorf("whatever there is: %v", err)
			}
		})
	}
	present := branding()
	if present.GetName() != "Kanarek" || present.GetLogoWidth() != 30 ||
		present.GetHelpUrl() != "https://a.example/help" || present.GetEtag() == unbranded || tariffs() == none {
		t.Errorf("%v", present)
	}
	kept, err := s.operator.SetChannelBranding(ctx, &pcv1.SetChannelBrandingRequest{
		Id:       s.id("chn_a"),
		Name:     "Czyżyk",
		KeepLogo: true,
		IfMatch:  present.GetEtag(),
	})
	if err != nil || kept.GetData().GetLogoHeight() != 10 || kept.GetData().GetName() != "Czyżyk" ||
		kept.GetData().GetHelpUrl() != "" || kept.GetData().GetEtag() != branding().GetEtag() {
		t.Errorf("%v, %v", kept, err)
	}
	preview := func(keep bool) string {
		r, err := s.operator.PreviewChannelBranding(ctx, &pcv1.PreviewChannelBrandingRequest{
			Id:       s.id("chn_a"),
			Page:     "landing",
			Language: "en",
			Name:     "Czyżyk",
			KeepLogo: keep,
		})
		if err != nil {
			t.Fatal(err)
		}
		return r.GetHtml()
	}
	if preview(true) == preview(false) {
		t.Error("the preview has no logo of the channel")
	}
	for name, call := range map[string]func() error{
		"branding": func() error {
			_, err := s.operator.GetChannelBranding(ctx, &pcv1.GetChannelBrandingRequest{Id: "chn_none"})
			return err
		},
		"currencies": func() error {
			_, err := s.operator.SetChannelCurrencies(ctx,
				&pcv1.SetChannelCurrenciesRequest{Id: "chn_none", Currencies: []string{"EUR"}})
			return err
		},
		"a tariff": func() error {
			_, err := s.operator.SetChannelTariff(ctx,
				&pcv1.SetChannelTariffRequest{Id: "chn_none", Currency: "PLN", IfMatch: none})
			return err
		},
	} {
		s.subtest(name+" of no channel", func(t *testing.T) {
			if got := reason(t, call()).Reason; got != "channel_not_found" {
				t.Errorf("%s", got)
			}
		})
	}
}
