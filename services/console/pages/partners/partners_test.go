package partners_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/pagekit"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/consoletest"
)

const (
	hostile     = `</code><script>document.title='x'</script>`
	secret      = "pk_test_shownonce"
	partnerPath = "/partners/ptn_a"
	channelPath = "/partners/ptn_a/chn_a"
)

// plane has one partner with one channel and one key of each mode, and keeps what it was asked for last.
type plane struct {
	consoletest.UnimplementedPartnerConnect
	partner  *pcv1.CreatePartnerRequest
	key      *pcv1.CreatePartnerKeyRequest
	keys     []*pcv1.PartnerKey // nil: two
	branding *pcv1.SetChannelBrandingRequest
	preview  *pcv1.PreviewChannelBrandingRequest
	tariff   *pcv1.SetChannelTariffRequest
	expired  *pcv1.ExpirePartnerKeyRequest
}

func (*plane) ListPartners(ctx context.Context, _ *pcv1.ListPartnersRequest) (*pcv1.ListPartnersResponse, error) {
	if consoletest.Subject(ctx) == "stranger" {
		return nil, status.Error(codes.PermissionDenied, "no")
	}
	return &pcv1.ListPartnersResponse{Data: []*pcv1.Partner{{Id: "ptn_a", Name: hostile, TenantId: "ten_a"}}}, nil
}

func (*plane) ListChannels(context.Context, *pcv1.ListChannelsRequest) (*pcv1.ListChannelsResponse, error) {
	return &pcv1.ListChannelsResponse{Data: []*pcv1.Channel{{Id: "chn_a", PartnerId: "ptn_a", Name: hostile,
		Currencies: []string{"PLN"}, Etag: "c1"}}}, nil
}

func (p *plane) ListPartnerKeys(context.Context, *pcv1.ListPartnerKeysRequest) (*pcv1.ListPartnerKeysResponse, error) {
	if p.keys != nil {
		return &pcv1.ListPartnerKeysResponse{Data: p.keys}, nil
	}
	return &pcv1.ListPartnerKeysResponse{Data: []*pcv1.PartnerKey{
		{Id: "key_test", Prefix: "pk_test_ab", Scopes: []string{"account:read"}},
		{Id: "key_live", Livemode: true, Prefix: "pk_live_cd"},
	}}, nil
}

func (*plane) GetPartnerShare(context.Context, *pcv1.GetPartnerShareRequest) (*pcv1.GetPartnerShareResponse, error) {
	return nil, status.Error(codes.PermissionDenied, "no")
}

func (p *plane) CreatePartner(_ context.Context, req *pcv1.CreatePartnerRequest) (*pcv1.CreatePartnerResponse, error) {
	p.partner = req
	if req.GetId() == "ptn_a" {
		return &pcv1.CreatePartnerResponse{Data: &pcv1.Partner{Id: "ptn_a", Name: hostile, TenantId: "ten_a"}}, nil
	}
	return &pcv1.CreatePartnerResponse{Data: &pcv1.Partner{Id: req.GetId(), Name: req.GetName(),
		TenantId: req.GetTenantId()}}, nil
}

func (*plane) SuspendPartner(context.Context, *pcv1.SuspendPartnerRequest) (*pcv1.SuspendPartnerResponse, error) {
	return &pcv1.SuspendPartnerResponse{}, nil
}

func (p *plane) CreatePartnerKey(_ context.Context,
	req *pcv1.CreatePartnerKeyRequest) (*pcv1.CreatePartnerKeyResponse, error) {
	p.key = req
	if len(req.GetScopes()) == 0 {
		return nil, grpcserver.Status(context.Background(),
			fault.Field("/scopes", "min_items", "must have at least one")).Err()
	}
	return &pcv1.CreatePartnerKeyResponse{Key: secret, Data: &pcv1.PartnerKey{Id: "key_new", Scopes: req.GetScopes()}}, nil
}

func (*plane) RevokePartnerKey(context.Context, *pcv1.RevokePartnerKeyRequest) (*pcv1.RevokePartnerKeyResponse, error) {
	return &pcv1.RevokePartnerKeyResponse{}, nil
}

func (p *plane) ExpirePartnerKey(_ context.Context,
	req *pcv1.ExpirePartnerKeyRequest) (*pcv1.ExpirePartnerKeyResponse, error) {
	p.expired = req
	return &pcv1.ExpirePartnerKeyResponse{}, nil
}

func (*plane) ListChannelTariffs(context.Context,
	*pcv1.ListChannelTariffsRequest) (*pcv1.ListChannelTariffsResponse, error) {
	return &pcv1.ListChannelTariffsResponse{Etag: "t1", Data: []*pcv1.ChannelTariff{{Currency: "PLN", BasisPoints: 137}}},
		nil
}

func (p *plane) SetChannelTariff(_ context.Context,
	req *pcv1.SetChannelTariffRequest) (*pcv1.SetChannelTariffResponse, error) {
	p.tariff = req
	if req.GetIfMatch() != "t1" {
		return nil, changed()
	}
	return &pcv1.SetChannelTariffResponse{}, nil
}

func (*plane) GetChannelBranding(context.Context,
	*pcv1.GetChannelBrandingRequest) (*pcv1.GetChannelBrandingResponse, error) {
	return &pcv1.GetChannelBrandingResponse{Data: &pcv1.ChannelBranding{Name: hostile, Colour: "#0b5cad", LogoWidth: 30,
		LogoHeight: 10, HelpUrl: "https://a.example/help", Etag: "b1"}}, nil
}

func (p *plane) SetChannelBranding(_ context.Context,
	req *pcv1.SetChannelBrandingRequest) (*pcv1.SetChannelBrandingResponse, error) {
	p.branding = req
	if req.GetIfMatch() != "b1" {
		return nil, changed()
	}
	return &pcv1.SetChannelBrandingResponse{}, nil
}

func (p *plane) PreviewChannelBranding(_ context.Context,
	req *pcv1.PreviewChannelBrandingRequest) (*pcv1.PreviewChannelBrandingResponse, error) {
	p.preview = req
	if req.GetColour() == "yellow" {
		return nil, grpcserver.Status(context.Background(),
			fault.Field("/colour", "invalid_colour", "must be #rrggbb <b>")).Err()
	}
	return &pcv1.PreviewChannelBrandingResponse{Html: "<!DOCTYPE html><p>preview</p>"}, nil
}

func changed() error {
	return grpcserver.Status(context.Background(), fault.New(fault.PreconditionFailed, "read it again")).Err()
}

func start(t *testing.T) (*consoletest.Site, *plane) {
	t.Helper()
	p := &plane{}
	return consoletest.Start(t, consoletest.Planes{PartnerConnect: p}), p
}

func TestHostileTextsOfPartners(t *testing.T) {
	s, _ := start(t)
	for _, path := range []string{"/partners", partnerPath, channelPath} {
		t.Run(path, func(t *testing.T) {
			resp, body := s.Call("GET", path, nil, s.SignedIn("administrator"))
			if resp.StatusCode != http.StatusOK || strings.Contains(body, "<script>") ||
				!strings.Contains(body, "&lt;script&gt;") {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
		})
	}
}

// What a role may not do is not offered.
func TestWhatRolesAreOffered(t *testing.T) {
	s, _ := start(t)
	for role, c := range map[string]struct {
		path       string
		offers     []string
		offersNone []string
	}{
		"administrator of all": {"/partners", []string{`value="partner_create"`}, nil},
		"support of all":       {"/partners", nil, []string{`value="partner_create"`}},
		"administrator": {partnerPath,
			[]string{`value="key_create"`, `value="live"`, `value="key_live"`, `value="key_test"`, `value="channel_create"`,
				`value="partner_suspend"`}, nil},
		"support": {partnerPath, []string{`value="key_create"`, `value="key_test"`},
			[]string{`value="live"`, `value="key_live"`, `value="channel_create"`, `value="partner_suspend"`}},
		"viewer": {partnerPath, []string{"pk_live_cd"},
			[]string{`value="key_create"`, `value="key_revoke"`, `value="channel_create"`, `value="partner_suspend"`}},
		"administrator of a channel": {channelPath,
			[]string{`value="channel_tariff"`, `value="channel_branding"`, `value="channel_currencies"`, "<iframe"}, nil},
		"viewer of a channel": {channelPath, []string{"137", "#0b5cad"},
			[]string{`value="channel_tariff"`, `value="channel_branding"`, `value="channel_currencies"`, "<iframe"}},
	} {
		t.Run(role, func(t *testing.T) {
			name, _, _ := strings.Cut(role, " ")
			_, body := s.Call("GET", c.path, nil, s.SignedIn(name))
			for _, text := range c.offers {
				if !strings.Contains(body, text) {
					t.Errorf("without %s: %s", text, body)
				}
			}
			for _, text := range c.offersNone {
				if strings.Contains(body, text) {
					t.Errorf("with %s", text)
				}
			}
		})
	}
	stranger := []*http.Cookie{s.Sealed(consoletest.SessionCookie, s.Session("stranger", "viewer"))}
	for path, want := range map[string]int{"/partners": 403, "/partners/ptn_a": 403,
		"/partners/ptn_a/chn_a/preview/x": 404} {
		if resp, _ := s.Call("GET", path, nil, stranger); resp.StatusCode != want {
			t.Errorf("%s: status %d", path, resp.StatusCode)
		}
	}
	for _, path := range []string{"/partners/ptn_b", "/partners/ptn_a/chn_b"} {
		if resp, _ := s.Call("GET", path, nil, s.SignedIn("viewer")); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, resp.StatusCode)
		}
	}
	alone := consoletest.Start(t, consoletest.Planes{})
	if resp, body := alone.Call("GET", "/partners?lang=en", nil,
		alone.SignedIn("viewer")); resp.StatusCode != http.StatusServiceUnavailable ||
		!strings.Contains(body, "other parts of the console work") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
}

// A key is in the answer that made it and nowhere else: in no address, no cookie, no page after it, and no cache keeps
// it.
func TestAKeyIsShownOnce(t *testing.T) {
	s, p := start(t)
	form := consoletest.Confirmed("key_create", "mode", "test", "rotate", "24h", "replaces", "key_test")
	form["scopes"], form["channels"] = []string{"account:read", "payments:write"}, []string{"chn_a"}
	resp, body := s.Call("POST", partnerPath, form, s.SignedIn("support"))
	if resp.StatusCode != http.StatusOK || strings.Count(body, secret) != 1 || resp.Header.Get("Location") != "" ||
		resp.Header.Get("Cache-Control") != "no-store" || strings.Contains(resp.Header.Get("Set-Cookie"), secret) {
		t.Errorf("status %d, %v: %s", resp.StatusCode, resp.Header, body)
	}
	if p.key.GetLivemode() || !slices.Equal(p.key.GetScopes(), form["scopes"]) ||
		!slices.Equal(p.key.GetChannels(), []string{"chn_a"}) || !p.key.GetRotate() ||
		p.key.GetOverlap().AsDuration().Hours() != 24 {
		t.Errorf("%v", p.key)
	}
	if _, body := s.Call("GET", partnerPath, nil, s.SignedIn("support")); strings.Contains(body, secret) {
		t.Error("the key is shown again")
	}
	delete(form, "scopes")
	if resp, body := s.Call("POST", partnerPath, form,
		s.SignedIn("support")); resp.StatusCode != http.StatusUnprocessableEntity ||
		!strings.Contains(body, "/scopes must have at least one") ||
		strings.Contains(body, `value="account:read" checked`) || !strings.Contains(body, `value="chn_a" checked`) {
		t.Errorf("without scopes: status %d: %s", resp.StatusCode, body)
	}
	for do, inputs := range map[string][]string{"key_revoke": {"key", "key_test"},
		"key_expire": {"key", "key_test", "span", "24h"}, "partner_suspend": {"reason", "a complaint"}} {
		resp, _ := s.Call("POST", partnerPath, consoletest.Confirmed(do, inputs...), s.SignedIn("administrator"))
		if resp.StatusCode != http.StatusSeeOther || !strings.HasSuffix(resp.Header.Get("Location"), "?done="+do) {
			t.Errorf("%s: status %d to %s", do, resp.StatusCode, resp.Header.Get("Location"))
		}
	}
	if got := p.expired.GetExpiresAt().AsTime().Sub(s.Now).Hours(); got != 24 || p.expired.GetId() != "key_test" {
		t.Errorf("%v", p.expired)
	}
}

// A new key replaces the one that the page named which asked. Without one it replaces none, so that one that has come
// meanwhile is no victim of it; a span that the form does not offer is refused.
func TestAKeyReplacesTheOneThatWasShown(t *testing.T) {
	s, p := start(t)
	send := func(form url.Values) (int, string) {
		form["scopes"], form["channels"] = []string{"account:read"}, []string{"chn_a"}
		resp, body := s.Call("POST", partnerPath, form, s.SignedIn("administrator"))
		return resp.StatusCode, body
	}
	for name, c := range map[string]struct {
		mode, replaces string
		keys           []*pcv1.PartnerKey
	}{
		"the present one": {"test", "key_2", []*pcv1.PartnerKey{{Id: "key_3", Livemode: true}, {Id: "key_2"}, {Id: "key_1"}}},
		"one that expires": {"live", "key_3", []*pcv1.PartnerKey{
			{Id: "key_3", Livemode: true, ExpiresAt: timestamppb.Now()}, {Id: "key_1", Livemode: true},
		}},
		"none": {"test", "", []*pcv1.PartnerKey{{Id: "key_2", RevokedAt: timestamppb.Now()}, {Id: "key_1"}}},
	} {
		t.Run(name, func(t *testing.T) {
			p.keys = c.keys
			code, body := send(consoletest.Form("key_create", "mode", c.mode, "rotate", "0s", "replaces", "key_of_another_page"))
			if hidden := `name="replaces" value="` + c.replaces + `"`; code != http.StatusOK ||
				strings.Contains(body, hidden) != (c.replaces != "") || strings.Contains(body, "key_of_another_page") {
				t.Errorf("asked: status %d: %s", code, body)
			}
			if c.replaces == "" {
				code, body = send(consoletest.Confirmed("key_create", "mode", c.mode, "rotate", "0s"))
			} else {
				code, body = send(consoletest.Confirmed("key_create", "mode", c.mode, "rotate", "0s", "replaces", c.replaces))
			}
			if code != http.StatusOK || p.key.GetRotateKeyId() != c.replaces || p.key.GetRotate() != (c.replaces != "") {
				t.Errorf("confirmed: status %d, %v: %s", code, p.key, body)
			}
		})
	}
	p.key, p.keys = nil, []*pcv1.PartnerKey{{Id: "key_2"}}
	code, body := send(consoletest.Form("key_create", "mode", "test", "rotate", "", "replaces", "key_2"))
	if code != http.StatusOK || p.key == nil || p.key.GetRotate() || p.key.GetRotateKeyId() != "" {
		t.Errorf("without a replacement: status %d, %v: %s", code, p.key, body)
	}
	p.key, p.expired = nil, nil
	for do, inputs := range map[string][]string{
		"key_create": {"mode", "test", "rotate", "5m", "replaces", "key_2"}, "key_expire": {"key", "key_test", "span", "1ns"},
	} {
		if code, body := send(consoletest.Confirmed(do, inputs...)); code != http.StatusUnprocessableEntity ||
			!strings.Contains(body, "There is no such choice") || p.key != nil || p.expired != nil {
			t.Errorf("%s: status %d, %v, %v: %s", do, code, p.key, p.expired, body)
		}
	}
}

func TestCreatePartner(t *testing.T) {
	s, p := start(t)
	if resp, _ := s.Call("POST", "/partners",
		consoletest.Form("partner_create", "id", "ptn_b", "name", " Kanarek ", "tenant", "ten_b"),
		s.SignedIn("administrator")); resp.StatusCode != http.StatusSeeOther || p.partner.GetName() != "Kanarek" {
		t.Errorf("status %d, %v", resp.StatusCode, p.partner)
	}
	resp, body := s.Call("POST", "/partners?lang=en",
		consoletest.Form("partner_create", "id", "ptn_a", "name", "Another", "tenant", "ten_a"), s.SignedIn("administrator"))
	if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "There is a partner of this id") ||
		!strings.Contains(body, `value="Another"`) {
		t.Errorf("an id that is taken: status %d: %s", resp.StatusCode, body)
	}
}

// multipartForm is a form with a file, as browsers send it.
func multipartForm(t *testing.T, logo []byte, inputs ...string) (string, io.Reader) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	inputs = append(inputs, pagekit.OnceInput, rand.Text())
	for i := 0; i < len(inputs); i += 2 {
		if err := w.WriteField(inputs[i], inputs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	file, err := w.CreateFormFile("logo", "logo.png")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write(logo); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), &b
}

func send(t *testing.T, s *consoletest.Site, path string, logo []byte, inputs ...string) (*http.Response, string) {
	t.Helper()
	kind, body := multipartForm(t, logo, inputs...)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", kind)
	req.AddCookie(s.SignedIn("administrator")[0])
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(answer)
}

func TestBrandingOfAChannel(t *testing.T) {
	s, p := start(t)
	inputs := []string{"form", "form-of-p1", "do", "channel_branding", "etag", "b1", "name", "Kanarek", "colour",
		"#7a1fa2", "help_url", "https://a.example/h"}
	if resp, body := send(t, s, channelPath, []byte("a logo"), inputs...); resp.StatusCode != http.StatusSeeOther ||
		string(p.branding.GetLogo()) != "a logo" || !p.branding.GetKeepLogo() || p.branding.GetColour() != "#7a1fa2" ||
		p.branding.GetIfMatch() != "b1" {
		t.Errorf("status %d, %v: %s", resp.StatusCode, p.branding, body)
	}
	if resp, _ := send(t, s, channelPath, nil,
		append(inputs, "without_logo", "yes")...); resp.StatusCode != http.StatusSeeOther || p.branding.GetKeepLogo() ||
		len(p.branding.GetLogo()) != 0 {
		t.Errorf("status %d, %v", resp.StatusCode, p.branding)
	}
	if resp, _ := send(t, s, channelPath, nil, "form", "form-of-p2", "do",
		"channel_branding"); resp.StatusCode != http.StatusForbidden {
		t.Errorf("the form of another session: status %d", resp.StatusCode)
	}
	inputs[5] = "b0"
	resp, body := send(t, s, channelPath+"?lang=en", nil, inputs...)
	if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "Someone changed this meanwhile") ||
		!strings.Contains(body, "Now: #0b5cad") || !strings.Contains(body, `value="#7a1fa2"`) ||
		!strings.Contains(body, `name="etag" value="b1"`) {
		t.Errorf("what someone else changed: status %d: %s", resp.StatusCode, body)
	}
}

// The preview is in a frame that runs and sends nothing, and that only the console may show.
func TestPreviewIsSandboxed(t *testing.T) {
	s, p := start(t)
	resp, body := s.Call("GET", channelPath, nil, s.SignedIn("administrator"))
	if !strings.Contains(body, "sandbox src=") ||
		!strings.Contains(resp.Header.Get("Content-Security-Policy"), "frame-src 'self'") ||
		!strings.Contains(resp.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Errorf("%v: %s", resp.Header, body)
	}
	resp, body = s.Call("GET", channelPath+"/preview", nil, s.SignedIn("administrator"))
	policy := resp.Header.Get("Content-Security-Policy")
	if resp.StatusCode != http.StatusOK || !strings.Contains(body, "<p>preview</p>") ||
		!strings.HasPrefix(policy, "sandbox; default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'self'") ||
		!strings.Contains(policy, "form-action 'none'") || resp.Header.Get("X-Frame-Options") != "SAMEORIGIN" ||
		p.preview.GetColour() != "#0b5cad" || !p.preview.GetKeepLogo() {
		t.Errorf("status %d, %v, %v: %s", resp.StatusCode, resp.Header, p.preview, body)
	}
	inputs := []string{"form", "form-of-p1", "do", "channel_branding", "name", "New", "colour", "#7a1fa2", "preview_page",
		"payment", "preview_language", "pl"}
	if resp, _ := send(t, s, channelPath+"/preview", []byte("new"), inputs...); resp.StatusCode != http.StatusOK ||
		p.preview.GetPage() != "payment" || p.preview.GetLanguage() != "pl" || string(p.preview.GetLogo()) != "new" ||
		p.preview.GetColour() != "#7a1fa2" {
		t.Errorf("status %d, %v", resp.StatusCode, p.preview)
	}
	inputs[7] = "yellow"
	if resp, body := send(t, s, channelPath+"/preview", nil,
		inputs...); resp.StatusCode != http.StatusUnprocessableEntity ||
		!strings.Contains(body, "/colour must be #rrggbb &lt;b&gt;") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
}

func TestTariffsOfAChannel(t *testing.T) {
	s, p := start(t)
	inputs := []string{"etag", "t1", "currency", "eur", "basis_points", "90", "fixed", "25", "minimum", "50", "share",
		"1000", "chargeback_fee", "6000", "from", "2026-12-01T00:00"}
	if resp, body := s.Call("POST", channelPath, consoletest.Form("channel_tariff", inputs...),
		s.SignedIn("administrator")); resp.StatusCode != http.StatusSeeOther {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	if got := p.tariff; got.GetCurrency() != "EUR" || got.GetBasisPoints() != 90 || got.GetFixed() != 25 ||
		got.GetMinimum() != 50 || got.GetPartnerShareBasisPoints() != 1000 || got.GetChargebackFee() != 6000 ||
		got.GetEffectiveFrom().AsTime().Format("2006-01-02 15:04") != "2026-12-01 00:00" {
		t.Errorf("%v", got)
	}
	for name, c := range map[string]struct{ input, value, says string }{
		"no number": {"fixed", "1.5", "Fixed part: want a whole number"}, "no time": {"from", "soon", "In effect from"},
		"another one meanwhile": {"etag", "t0", "Someone changed this meanwhile"},
	} {
		t.Run(name, func(t *testing.T) {
			form := consoletest.Form("channel_tariff", inputs...)
			form.Set(c.input, c.value)
			resp, body := s.Call("POST", channelPath+"?lang=en", form, s.SignedIn("administrator"))
			if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, c.says) ||
				!strings.Contains(body, `value="6000"`) {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
		})
	}
}
