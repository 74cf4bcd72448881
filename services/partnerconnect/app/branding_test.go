package app_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// The operator sets how the pages of a channel look; merchants and payers see it at once, from our own origin, in both
// colour schemes.
func TestBrandingOfAChannel(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	var logo bytes.Buffer
	if err := png.Encode(&logo, image.NewGray(image.Rect(0, 0, 60, 30))); err != nil {
		t.Fatal(err)
	}
	ctx := b.internal()
	set := func(req *pcv1.SetChannelBrandingRequest) *pcv1.ChannelBranding {
		t.Helper()
		r, err := b.operator.SetChannelBranding(ctx, req)
		if err != nil {
			t.Fatal(err)
		}
		return r.GetData()
	}
	branding := &pcv1.SetChannelBrandingRequest{
		Id:         b.id("chn_a"),
		Name:       "Kanarek <Pay>",
		Colour:     "#7a1fa2",
		Logo:       logo.Bytes(),
		HelpUrl:    "https://a.example/help?a=1&b=2",
		PrivacyUrl: "https://a.example/privacy",
		TermsUrl:   "https://a.example/terms",
		CheckOnly:  true,
	}
	next, _ := b.register(key, ref, b.order(100, "")).json(t)["next_action"].(map[string]any)
	url, _ := next["url"].(string)
	pages := map[string]string{"/connect/": b.linkPath(key, b.create(key, `{"partner_external_ref":"branded"}`)),
		"/pay/": strings.TrimPrefix(url, publicBase)}
	set(branding)
	for name, path := range pages {
		if a := b.call("GET", path, "", ""); strings.Contains(a.body, "Kanarek &lt;Pay&gt;") ||
			strings.Contains(a.header.Get("Content-Security-Policy"), "img-src") {
			t.Errorf("%s: a check has changed the page: %s", name, a.body)
		}
	}
	for _, page := range []struct{ name, language, title, text string }{
		{"landing", "en", "Set up your payments", "Partner a"}, {"landing", "pl", "Uruchom płatności", "Partner a"},
		{"payment", "en", "Your payment", "123.45"}, {"payment", "pl", "Twoja płatność", "123,45"},
	} {
		b.subtest("preview of "+page.name+" "+page.language, func(t *testing.T) {
			r, err := b.operator.PreviewChannelBranding(ctx, &pcv1.PreviewChannelBrandingRequest{
				Id:       b.id("chn_a"),
				Page:     page.name,
				Language: page.language,
				Name:     branding.GetName(),
				Colour:   branding.GetColour(),
				Logo:     branding.GetLogo(),
				HelpUrl:  branding.GetHelpUrl(),
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{
				page.title, page.text, "Kanarek &lt;Pay&gt;", `<html lang="` + page.language, `name="robots" content="noindex"`,
				`form-action &#39;none&#39;`, `href="data:text/css;base64,`,
				`<img src="data:image/png;base64,`, `href="https://a.example/help?a=1&amp;b=2"`,
			} {
				if !strings.Contains(r.GetHtml(), text) {
					t.Errorf("no %q in %s", text, r.GetHtml())
				}
			}
			if loads := regexp.MustCompile(`<script|ZgotmplZ|(?:href|src)="(?:assets|brand|\.\.)`).FindString(r.GetHtml()); loads != "" {
				t.Errorf("it has %s", loads)
			}
		})
	}
	for name, req := range map[string]*pcv1.PreviewChannelBrandingRequest{
		"page":     {Id: b.id("chn_a"), Page: "portal", Language: "en"},
		"language": {Id: b.id("chn_a"), Page: "landing"},
		"colour":   {Id: b.id("chn_a"), Page: "landing", Language: "en", Colour: "#ffdd00"},
	} {
		if _, err := b.operator.PreviewChannelBranding(ctx, req); status.Code(err) != codes.InvalidArgument {
			t.Errorf("another %s: %v", name, err)
		}
	}
	if _, err := b.operator.PreviewChannelBranding(ctx,
		&pcv1.PreviewChannelBrandingRequest{Id: "chn_none", Page: "landing",
			Language: "en"}); status.Code(err) != codes.NotFound {
		t.Errorf("a preview for a channel that there is not: %v", err)
	}
	branding.CheckOnly = false
	if r := set(branding); r.GetColour() != "#7a1fa2" || r.GetDarkColour() == "" || r.GetLogoWidth() != 60 ||
		r.GetLogoHeight() != 30 {
		t.Errorf("%+v", r)
	}
	files := map[string]string{}
	for prefix, path := range pages {
		b.subtest(prefix, func(t *testing.T) {
			a := b.call("GET", path, "", "", "Accept-Language", "en")
			for _, text := range []string{"Kanarek &lt;Pay&gt;",
				`href="https://a.example/help?a=1&amp;b=2" rel="noreferrer">Help<`, ">Privacy<", ">Terms<"} {
				if !strings.Contains(a.body, text) {
					t.Errorf("no %q in %s", text, a.body)
				}
			}
			if policy := a.header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "; img-src 'self'") {
				t.Errorf("policy %q", policy)
			}
			for kind, at := range map[string]*regexp.Regexp{
				"text/css; charset=utf-8": regexp.MustCompile(`href="(brand/` + b.id("chn_a") + `/[0-9a-f]{16}\.css)"`),
				"image/png": regexp.MustCompile(
					`<img src="(brand/` + b.id("chn_a") + `/[0-9a-f]{16}\.png)" alt="" height="40">`,
				),
			} {
				m := at.FindStringSubmatch(a.body)
				if m == nil {
					t.Fatalf("no %s in %s", kind, a.body)
				}
				file := b.call("GET", prefix+m[1], "", "")
				if file.status != http.StatusOK || file.header.Get("Content-Type") != kind ||
					!strings.Contains(file.header.Get("Cache-Control"), "immutable") ||
					file.header.Get("X-Content-Type-Options") != "nosniff" {
					t.Errorf("%s: %d %v", m[1], file.status, file.header)
				}
				if kind != "image/png" && !strings.Contains(file.body, "--act: #7a1fa2; --on-act: #ffffff") {
					t.Error(file.body)
				}
				files[prefix+m[1]] = kind
			}
		})
	}
	set(&pcv1.SetChannelBrandingRequest{Id: b.id("chn_a")})
	for file := range files {
		if a := b.call("GET", file, "", ""); a.status != http.StatusNotFound {
			t.Errorf("%s is still there: %d", file, a.status)
		}
	}
	for name, path := range pages {
		if a := b.call("GET", path, "", ""); strings.Contains(a.body, "brand/") ||
			strings.Contains(a.body, "a.example/help") {
			t.Errorf("%s: %s", name, a.body)
		}
	}
	for _, path := range []string{
		"/connect/brand/chn_none/0000000000000000.png",
		"/connect/brand/" + b.id("chn_a") + "/../x.css",
		"/pay/brand/" + b.id("chn_a") + "/",
		"/pay/brand/",
	} {
		if a := b.call("GET", path, "", ""); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	if _, err := b.operator.SetChannelBranding(ctx,
		&pcv1.SetChannelBrandingRequest{Id: "chn_none"}); status.Code(err) != codes.NotFound {
		t.Errorf("a channel that there is not: %v", err)
	}
	if _, err := b.operator.SetChannelBranding(ctx, &pcv1.SetChannelBrandingRequest{
		Id:     b.id("chn_a"),
		Colour: "#ffdd00",
	}); status.Code(err) != codes.InvalidArgument {
		t.Errorf("a colour that cannot be read: %v", err)
	}
}
