package e2e

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/operatorclient"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/app"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/engine"
)

// The payment page in a real browser: the customer chooses the language and it stays, sees whom they pay and until when
// in the time of the shop, and returns to the shop.
func TestPaymentPageInABrowser(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	database := cluster.Server(t).URL("postgres")
	s := start(t, t.TempDir(), database, func(o *stack.Options) {
		o.Configure = func(_ context.Context, _ stack.Env, cfg *app.Config) error {
			cfg.PaymentEngine.GRPC, cfg.PaymentEngine.Token = engine.Start(t).Address, engine.Token
			return nil
		}
	})
	ref := s.provided("Teodor", "Wzorcowy", "9990000001", "Srebrny Dmuchawiec sp. z o.o.")
	s.partner("POST", "/sandbox/onboarding/"+ref+"/advance", object{"to": "active"}, http.StatusOK)
	payment := apicall.Call(t, "POST", s.Env.PartnerBaseURL+"/payments", s.Env.PartnerKey, object{
		"amount": 123_456, "currency": "PLN", "external_ref": ids.New("page-"), "description": "A bell and its clapper",
		"customer": object{"email": "c@example.com", "locale": "en"}, "return_url": "https://shop.example.com/",
	}, "On-Behalf-Of", ref).Want(t, http.StatusCreated).Body
	v := newVisitor(t, browser, true)
	see := func(name string) {
		t.Helper()
		if picturesWanted() {
			v.picture(name)
			v.do(desktop)
			v.picture(name + ".desktop")
			v.do(phone)
		}
		v.fits()
		v.accessible()
	}
	v.open(payment["next_action"].(map[string]any)["url"].(string))
	v.says("Your payment", "Srebrny Dmuchawiec sp. z o.o.", "A bell and its clapper", "1234.56", `<html lang="en"`)
	if until := v.text("dl"); !warsaw.MatchString(until) {
		t.Errorf("the time is not that of the shop: %s", until)
	}
	see("pay.en")
	v.click(`a[hreflang="pl"]`)
	v.says("Twoja płatność", "1234,56", `<html lang="pl"`)
	see("pay.pl")
	s.opens(v, database, payment["payment_id"].(string))
	v.do(chromedp.Click(chromedp.CSS(`input[value="blik"]`)))
	v.click(`button[value="pay"]`)
	v.says("Zapłacono", "Srebrny Dmuchawiec sp. z o.o.", "Wróć do sklepu", `<html lang="pl"`)
	see("pay-paid.pl")
	s.brand(s.onboarding(ref)["channel"].(string))
	v.open(v.url)
	v.says("Kanarek Pay", `/terms" rel="noreferrer">Regulamin<`)
	see("pay-branded.pl")
	_, link := s.complete("Teodor", "Wzorcowy", "9990000001", "Srebrny Dmuchawiec sp. z o.o.")
	v.open(link)
	v.says("Kanarek Pay")
	if loaded := result(v, chromedp.Evaluate[bool](`document.querySelector(".brand img").naturalWidth === 120`)); !loaded {
		t.Error("the logo is not shown")
	}
	see("landing-branded.en")
	s.previewed(v)
}

// paysAtEngine pays a payment of live mode: the page leads the browser to the engine's, which leads back to the shop.
func (s *system) paysAtEngine(v *visitor, provider string) {
	t := s.t
	t.Helper()
	key := s.Env.PartnerKeyLive
	merchants := apicall.Call(t, "GET", s.Env.PartnerBaseURL+"/merchants", key, nil).Want(t,
		http.StatusOK).Body["data"].([]any)
	order := object{
		"amount": 123_456, "currency": "PLN", "external_ref": ids.New("engine-"), "description": "A bell and its clapper",
		"customer": object{"email": "c@example.com", "locale": "pl"}, "return_url": "https://shop.example.com/",
	}
	var payment object
	for _, m := range merchants { // one of them is active, and has given access
		if got := apicall.Call(t, "POST", s.Env.PartnerBaseURL+"/payments", key, order, "On-Behalf-Of",
			m.(object)["merchant_ref"].(string)); got.Status == http.StatusCreated {
			payment = got.Body
			payment["merchant"] = m.(object)["merchant_ref"]
			break
		}
	}
	if payment == nil {
		t.Fatalf("no merchant takes payments: %v", merchants)
	}
	page := payment["next_action"].(object)["url"].(string)
	v.open(page)
	v.arrivesBelow(provider + "/pay/") // at once, or from the page that waits until the engine has opened the payment
	v.click(`button[value="pay"]`)
	v.says("This is paid.")
	eventually(t, "the engine has reported the payment", func() bool {
		got := apicall.Call(t, "GET", s.Env.PartnerBaseURL+"/payments/"+payment["payment_id"].(string), key, nil,
			"On-Behalf-Of", payment["merchant"].(string))
		return got.Body["status"] == "paid"
	})
	v.says(`href="https://shop.example.com/?payment_id=` + payment["payment_id"].(string) + `"`)
	v.open(page)
	v.says("Zapłacono", "1234,56")
	v.accessible()
}

// opens checks the page of a payment of live mode that the engine has not opened yet, and returns to that of test mode.
func (s *system) opens(v *visitor, database, payment string) {
	s.t.Helper()
	livemode := func(is bool) {
		s.t.Helper()
		u, err := url.Parse(database)
		if err != nil {
			s.t.Fatal(err)
		}
		u.Path = "/partnerline_partnerconnect"
		execSQL(s.t, u.String(), fmt.Sprintf(`UPDATE payments SET livemode = %t WHERE id = '%s'`, is, payment))
	}
	livemode(true)
	for _, says := range []string{"Chwileczkę", "One moment"} {
		v.open(v.url)
		v.says(says, "Srebrny Dmuchawiec sp. z o.o.", `http-equiv="refresh"`)
		v.fits()
		v.otherLanguage()
	}
	livemode(false)
	v.open(v.url)
}

// previewed checks both pages as a branding that is not set would have them, which are documents of their own.
func (s *system) previewed(v *visitor) {
	s.t.Helper()
	for _, page := range []string{"landing", "payment"} {
		for _, lang := range []string{"en", "pl"} {
			file := filepath.Join(s.t.TempDir(), page+".html")
			s.operator(func(ctx context.Context, op operatorclient.PartnerConnect) error {
				r, err := op.PreviewChannelBranding(ctx, &pcv1.PreviewChannelBrandingRequest{
					Id: "chn_shop", Page: page, Language: lang, Name: "Kanarek Pay", Colour: "#7a1fa2", Logo: logo(s.t),
					HelpUrl: "https://shop.example.com/help",
				})
				if err != nil {
					return err
				}
				return os.WriteFile(file, []byte(r.GetHtml()), 0o600)
			})
			v.open("file://" + file)
			v.says("Kanarek Pay", `<html lang="`+lang+`"`)
			if drawn := result(v, chromedp.Evaluate[bool](`document.querySelector(".brand img").naturalWidth === 120 &&
				getComputedStyle(document.querySelector("main button")).backgroundColor === "rgb(122, 31, 162)"`)); !drawn {
				s.t.Errorf("%s %s is not drawn with the logo and the colour", page, lang)
			}
			v.accessible()
			at := result(v, chromedp.Evaluate[string](`document.querySelector("main button").click(); location.href`))
			if at != "file://"+file {
				s.t.Errorf("the form of %s went to %s", page, at)
			}
		}
	}
}

// brand gives the pages of a channel a name, a colour, a logo and links.
func (s *system) brand(channel string) {
	s.t.Helper()
	s.operator(func(ctx context.Context, op operatorclient.PartnerConnect) error {
		_, err := op.SetChannelBranding(ctx, &pcv1.SetChannelBrandingRequest{
			Id: channel, Name: "Kanarek Pay", Colour: "#7a1fa2", Logo: logo(s.t), HelpUrl: "https://shop.example.com/help",
			PrivacyUrl: "https://shop.example.com/privacy", TermsUrl: "https://shop.example.com/terms",
		})
		return err
	})
}

// logo is a picture of 120 by 60 pixels.
func logo(t *testing.T) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewPaletted(image.Rect(0, 0, 120, 60),
		color.Palette{color.RGBA{0x7a, 0x1f, 0xa2, 0xff}})); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

var warsaw = regexp.MustCompile(`\d\d:\d\d CES?T`)
