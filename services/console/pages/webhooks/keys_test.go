package webhooks_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/timestamppb"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/consoletest"
)

const (
	hostile = `<script>alert(1)</script>`
	secret  = "vk_test_shownonce"
	path    = "/webhooks/ten_a/keys"
)

// plane keeps what it is asked for. Its calls come one after the other.
type plane struct {
	webhooksv1.UnimplementedOperatorServiceServer
	created *webhooksv1.CreateApiKeyRequest
	rolled  *webhooksv1.RollApiKeyRequest
	revoked string
}

func (*plane) ListApiKeys(context.Context, *webhooksv1.ListApiKeysRequest) (*webhooksv1.ListApiKeysResponse, error) {
	return &webhooksv1.ListApiKeysResponse{Data: []*webhooksv1.ApiKey{
		{Id: "key_test", Prefix: "vk_test_a" + hostile}, {Id: "key_live", Prefix: "vk_live_a", Livemode: true},
		{Id: "key_gone", Prefix: "vk_test_b", RevokedAt: timestamppb.Now()},
	}}, nil
}

func (p *plane) CreateApiKey(_ context.Context,
	req *webhooksv1.CreateApiKeyRequest) (*webhooksv1.CreateApiKeyResponse, error) {
	p.created = req
	return &webhooksv1.CreateApiKeyResponse{Data: &webhooksv1.ApiKey{Id: "key_new"}, Key: secret}, nil
}

func (p *plane) RollApiKey(_ context.Context,
	req *webhooksv1.RollApiKeyRequest) (*webhooksv1.RollApiKeyResponse, error) {
	p.rolled = req
	return &webhooksv1.RollApiKeyResponse{Data: &webhooksv1.ApiKey{Id: "key_new"}, Key: secret}, nil
}

func (p *plane) RevokeApiKey(_ context.Context,
	req *webhooksv1.RevokeApiKeyRequest) (*webhooksv1.RevokeApiKeyResponse, error) {
	p.revoked = req.GetId()
	return &webhooksv1.RevokeApiKeyResponse{}, nil
}

// Support acts on keys of test mode, administrators on those of live mode too; what is revoked is left alone. A new key
// is in one answer.
func TestKeysOfATenant(t *testing.T) {
	p := &plane{}
	s := consoletest.Start(t, consoletest.Planes{Webhooks: p})
	for role, offers := range map[string][]string{"viewer": nil, "support": {"key_test"},
		"administrator": {"key_test", "key_live"}} {
		t.Run(role, func(t *testing.T) {
			resp, body := s.Call("GET", path, nil, s.SignedIn(role))
			if resp.StatusCode != http.StatusOK || strings.Contains(body, hostile) || !strings.Contains(body, "vk_test_b") {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
			if n := strings.Count(body, `<option value="key_`); n != len(offers) ||
				strings.Contains(body, "tenantkey_create") != (offers != nil) ||
				strings.Contains(body, `value="live"`) != (role == "administrator") {
				t.Errorf("%d keys are offered: %s", n, body)
			}
			for _, id := range offers {
				if !strings.Contains(body, `<option value="`+id+`"`) {
					t.Errorf("%s is not offered", id)
				}
			}
		})
	}
	for _, form := range [][]string{{"tenantkey_create", "mode", "live"},
		{"tenantkey_roll", "key", "key_test", "overlap", "1h"}} {
		resp, body := s.Call("POST", path, consoletest.Confirmed(form[0], form[1:]...), s.SignedIn("administrator"))
		if resp.StatusCode != http.StatusOK || strings.Count(body, secret) != 1 ||
			resp.Header.Get("Cache-Control") != "no-store" || resp.Header.Get("Location") != "" {
			t.Errorf("%s: status %d: %s", form[0], resp.StatusCode, body)
		}
	}
	for _, overlap := range []string{"", "3h", "1"} {
		before := p.rolled
		resp, body := s.Call("POST", path, consoletest.Confirmed("tenantkey_roll", "key", "key_test", "overlap", overlap),
			s.SignedIn("administrator"))
		if resp.StatusCode != http.StatusUnprocessableEntity || p.rolled != before ||
			!strings.Contains(body, "one that it offers: overlap") {
			t.Errorf("an overlap of %q: status %d, %v: %s", overlap, resp.StatusCode, p.rolled, body)
		}
	}
	for _, mode := range []string{"", "production"} {
		before := p.created
		resp, body := s.Call("POST", path, consoletest.Confirmed("tenantkey_create", "mode", mode),
			s.SignedIn("administrator"))
		if resp.StatusCode != http.StatusUnprocessableEntity || p.created != before ||
			!strings.Contains(body, "one that it offers: mode") {
			t.Errorf("a mode of %q: status %d, %v: %s", mode, resp.StatusCode, p.created, body)
		}
	}
	resp, _ := s.Call("POST", path, consoletest.Confirmed("tenantkey_revoke", "key", "key_live"),
		s.SignedIn("administrator"))
	if resp.StatusCode != http.StatusSeeOther ||
		!strings.HasSuffix(resp.Header.Get("Location"), "?done=tenantkey_revoke") {
		t.Errorf("status %d to %s", resp.StatusCode, resp.Header.Get("Location"))
	}
	if p.created.GetTenantId() != "ten_a" || !p.created.GetLivemode() || p.rolled.GetId() != "key_test" ||
		p.rolled.GetOverlapSeconds() != 3600 || p.revoked != "key_live" {
		t.Errorf("%v, %v, %s", p.created, p.rolled, p.revoked)
	}
	if _, body := s.Call("GET", path, nil, s.SignedIn("administrator")); strings.Contains(body, secret) {
		t.Error("the key is shown again")
	}
}
