package e2e

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/adminclient"
	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/testkit/apicall"
)

// An operator takes on a tenant and a partner by the command line alone.
func TestAdminCommands(t *testing.T) {
	t.Parallel()
	s := share(t, usual)
	admin := func(contracts protoreflect.FullName, addr string, args ...string) map[string]any {
		t.Helper()
		var out strings.Builder
		err := adminclient.New(contracts)(t.Context(), command.Invocation{
			Program: "program", Args: args,
			Environ: []string{"INTERNAL_TOKEN=" + s.Env.InternalToken, "GRPC_ADDR=" + addr}, Out: &out,
		})
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		var answer map[string]any
		if err := json.Unmarshal([]byte(out.String()), &answer); err != nil {
			t.Fatalf("%v: %v: %s", args, err, out.String())
		}
		return answer
	}
	works := func(url, key string) {
		t.Helper()
		apicall.Call(t, "GET", url, key, nil).Want(t, http.StatusOK)
	}
	webhooks := func(args ...string) map[string]any {
		t.Helper()
		return admin("webhooks.v1", s.Env.VerificationGRPC, args...)
	}
	webhooks("create-tenant", "--id", s.id("ten_cli"), "--name", "By command")
	key := webhooks("create-api-key", "--tenant-id", s.id("ten_cli"))["key"].(string)
	works(s.Env.VerificationBaseURL+"/api/v1/webhooks", key)
	if stages := webhooks("get-backlog")["data"].([]any); len(stages) == 0 {
		t.Error("no stages")
	}

	connect := func(args ...string) map[string]any {
		t.Helper()
		return admin("partnerconnect.v1", s.Env.PartnerGRPC, args...)
	}
	connect("create-partner", "--id", s.id("ptn_cli"), "--name", "By command", "--tenant-id", s.id("ten_cli"))
	channel := connect("create-channel", "--id", s.id("chn_cli"), "--partner-id", s.id("ptn_cli"), "--name", "Shop",
		"--return-origins", "https://a.example,https://b.example", "--link-ttl", "2h")["data"].(map[string]any)
	if channel["link_ttl"] != "7200s" || len(channel["return_origins"].([]any)) != 2 {
		t.Errorf("channel %v", channel)
	}
	partnerKey := connect("create-partner-key", "--partner-id", s.id("ptn_cli"),
		"--scopes", "onboarding:read", "--scopes", "payments:write", "--channels", s.id("chn_cli"))["key"].(string)
	works(s.Env.PartnerBaseURL+"/me", partnerKey)

	// A merchant's keys.
	draft := apicall.Call(t, "POST", s.Env.PartnerBaseURL+"/onboarding", s.Env.PartnerKey,
		`{"partner_external_ref":"by command"}`).Want(t, http.StatusCreated)
	ref := draft.Body["ref"].(string)
	made := connect("create-merchant-key", "--merchant-ref", ref)
	works(s.Env.PartnerBaseURL+"/me", made["key"].(string))
	id := made["data"].(map[string]any)["id"].(string)
	rotated := connect("rotate-merchant-key", "--id", id, "--overlap", "1h", "--reason", "it is old")
	works(s.Env.PartnerBaseURL+"/me", rotated["key"].(string))
	id = rotated["data"].(map[string]any)["id"].(string)
	connect("expire-merchant-key", "--id", id, "--expires-at", time.Now().Add(time.Hour).UTC().Format(time.RFC3339),
		"--reason", "it is old")
	connect("revoke-merchant-key", "--id", id, "--reason", "it is old")
	list := connect("list-merchant-keys", "--merchant-ref", ref)["data"].([]any)
	if newest := list[0].(map[string]any); len(list) != 2 || newest["id"] != id || newest["revoked_at"] == nil ||
		newest["expires_at"] == nil || newest["last_used_at"] == nil {
		t.Errorf("keys %v", list)
	}
}
