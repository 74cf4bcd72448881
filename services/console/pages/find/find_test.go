package find_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/consoletest"
)

const hostile = `</a><script>document.title='x'</script>`

type webhooks struct {
	webhooksv1.UnimplementedOperatorServiceServer
}

func (webhooks) Find(_ context.Context, req *webhooksv1.FindRequest) (*webhooksv1.FindResponse, error) {
	if req.GetQuery() == "nothing" {
		return &webhooksv1.FindResponse{}, nil
	}
	return &webhooksv1.FindResponse{Data: []*webhooksv1.Hit{{Kind: "endpoint", Id: "e1", Title: hostile, TenantId: "ten_a",
		EndpointId: "e1", Livemode: true}}}, nil
}

type partners struct {
	consoletest.UnimplementedPartnerConnect
}

func (partners) Find(_ context.Context, req *pcv1.FindRequest) (*pcv1.FindResponse, error) {
	if req.GetQuery() == "nothing" {
		return &pcv1.FindResponse{}, nil
	}
	return &pcv1.FindResponse{MerchantNames: map[string]string{"mrc_1": "Kredowe Koło"}, Data: []*pcv1.Hit{
		{Kind: "merchant", Id: "mrc_1", Title: "active", MerchantRef: "mrc_1", PartnerId: "ptn_a"},
		{Kind: "channel", Id: "chn_1", Title: hostile, PartnerId: "ptn_a"},
		{Kind: "payment", Id: "pay_1", Title: "1.00 PLN, paid", MerchantRef: "mrc_1", PartnerId: "ptn_a"},
	}}, nil
}

// What both services find is shown, and leads where the person's roles may go.
func TestFind(t *testing.T) {
	s := consoletest.Start(t, consoletest.Planes{Webhooks: webhooks{}, PartnerConnect: partners{}})
	const onboarding, audit = `href="onboardings/mrc_1"`, `href="audit?merchant=mrc_1"`
	const payment = `href="money/payments/pay_1"`
	const endpoint, merchant, channel = `href="webhooks/ten_a/e1"`, `href="onboardings/mrc_1/merchant"`,
		`href="partners/ptn_a/chn_1"`
	for _, c := range []struct {
		name, role, query string
		code              int
		says, not         []string
	}{
		{
			"a viewer opens everything", "viewer", " some thing ", 200,
			[]string{endpoint, merchant, channel, payment, "Kredowe Koło · mrc_1", `value="some thing"`, "live", "test"},
			[]string{"<script>"},
		},
		{"support opens the onboarding", "support", "x", 200, []string{endpoint, onboarding, channel, payment},
			[]string{merchant}},
		{"a reviewer sees what there is", "reviewer", "x", 200, []string{"e1", onboarding, "pay_1"},
			[]string{endpoint, merchant, payment}},
		{"an administrator sees what was done", "administrator", "x", 200, []string{"e1", audit, channel},
			[]string{endpoint, merchant, onboarding, payment}},
		{"nothing", "viewer", "nothing", 200, []string{"Nothing is called so."}, []string{"<table"}},
		{"no text", "viewer", "", 200, []string{"Enter an id"}, []string{"<table", "Nothing is called so."}},
		{"a text that is too long", "viewer", strings.Repeat("x", 2049), http.StatusUnprocessableEntity,
			[]string{"at most 2048"}, []string{"<table"}},
		{"a hostile text", "viewer", hostile, 200, []string{"&lt;script"}, []string{"<script>"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, body := s.Call("GET", "/find?lang=en&q="+url.QueryEscape(c.query), nil, s.SignedIn(c.role))
			if resp.StatusCode != c.code {
				t.Errorf("%d", resp.StatusCode)
			}
			for _, text := range c.says {
				if !strings.Contains(body, text) {
					t.Errorf("no %s in %s", text, body)
				}
			}
			for _, text := range c.not {
				if strings.Contains(body, text) {
					t.Errorf("%s in %s", text, body)
				}
			}
		})
	}
	t.Run("in Polish, and from every page", func(t *testing.T) {
		if _, body := s.Call("GET", "/find?lang=pl&q=x", nil, s.SignedIn("viewer")); !strings.Contains(body, "sprzedawca") ||
			!strings.Contains(body, `action="find"`) {
			t.Error(body)
		}
		if _, body := s.Call("GET", "/webhooks/ten_a", nil, s.SignedIn("viewer")); !strings.Contains(body,
			`action="../find"`) {
			t.Error(body)
		}
	})
	t.Run("no such page", func(t *testing.T) {
		if resp, _ := s.Call("GET", "/find/x", nil, s.SignedIn("viewer")); resp.StatusCode != http.StatusNotFound {
			t.Error(resp.StatusCode)
		}
	})
}

// A service that is away leaves its part of the page saying so.
func TestFindWhileAServiceIsAway(t *testing.T) {
	for name, c := range map[string]struct {
		planes consoletest.Planes
		says   string
	}{
		"webhooks":        {consoletest.Planes{PartnerConnect: partners{}}, "mrc_1"},
		"partner connect": {consoletest.Planes{Webhooks: webhooks{}}, "e1"},
	} {
		t.Run(name, func(t *testing.T) {
			s := consoletest.Start(t, c.planes)
			for _, query := range []string{"x", "nothing"} {
				resp, body := s.Call("GET", "/find?lang=en&q="+query, nil, s.SignedIn("viewer"))
				if resp.StatusCode != http.StatusOK || !strings.Contains(body, "cannot be reached") ||
					strings.Contains(body, c.says) != (query == "x") || strings.Contains(body, "Nothing is called so.") {
					t.Errorf("%s: %d %s", query, resp.StatusCode, body)
				}
			}
		})
	}
}
