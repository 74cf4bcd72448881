package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/receiver"
	"github.com/partnerline/partnerline/testkit/repository"
	"github.com/partnerline/partnerline/testkit/toolchain"
)

// otherSystem is the API of another sender of webhooks. It answers as the documents of that API say, and in the end has
// been asked for all that it has.
func otherSystem(t *testing.T, answers string, token string) *httptest.Server {
	t.Helper()
	type document struct {
		Path string
		Body json.RawMessage
	}
	key := func(u *url.URL) string { // the sizes of pages are the caller's
		return u.Path + "?" + u.Query().Get("iterator") + u.Query().Get("next_page_cursor")
	}
	bodies := map[string]json.RawMessage{}
	for d := json.NewDecoder(strings.NewReader(answers)); d.More(); {
		var a document
		if err := d.Decode(&a); err != nil {
			t.Fatal(err)
		}
		at, err := url.Parse(a.Path)
		if err != nil {
			t.Fatal(err)
		}
		bodies[key(at)] = a.Body
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := bodies[key(r.URL)]
		switch {
		case r.Header.Get("Authorization") != "Bearer "+token:
			w.WriteHeader(http.StatusUnauthorized)
		case !ok:
			w.WriteHeader(http.StatusNotFound)
		default:
			_, _ = w.Write(body)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

// The commands of the page on migrations export, plan, import and resume; then an event reaches the receiver, which
// verifies it with the secret that the other system gave it.
func TestCommandsOfMigrate(t *testing.T) {
	t.Parallel()
	toolchain.Needs(t, "jq")
	raw, err := repository.Read("docs/migrate.md")
	if err != nil {
		t.Fatal(err)
	}
	all := commands("migrate", strings.ReplaceAll(string(raw), "\n   ", "\n"))
	if len(all) != 7 {
		t.Fatalf("the page has %d commands", len(all))
	}
	fixture := func(name, from, to string) string {
		t.Helper()
		raw, err := repository.Read("services/webhooks/migration/testdata/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(raw, []byte(from)) {
			t.Fatalf("%s does not have %s", name, from)
		}
		return strings.ReplaceAll(string(raw), from, to)
	}
	s, r := share(t, usual), receiver.New(t)
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	svix := otherSystem(t, strings.ReplaceAll(fixture("svix", "https://acme.example.com/hooks", r.URL()),
		"/app/acme/", "/app/app_2aAAAAAAAAAAAAAAAAAAAAAAAAA/"), "s1")
	project := strings.ReplaceAll(fixture("convoy", `"data": [{"uid": "01HP`, `"data": {"uid": "01HP`),
		`"updated_at": "2025-03-01T10:00:00Z"}]}}`, `"updated_at": "2025-03-01T10:00:00Z"}}}`)
	project = strings.Replace(project, "/projects?orgID=1", "/projects/01HP0JECT0000000000000000A", 1)
	convoy := otherSystem(t, project, "c1")

	environment := s.Env.Shell() + fmt.Sprintf(`export PATH=%q GRPC_ADDR=%s
SVIX_URL=%s SVIX_TOKEN=s1 CONVOY_URL=%s CONVOY_TOKEN=c1 PROJECT=01HP0JECT0000000000000000A
`, programs(t)+string(filepath.ListSeparator)+os.Getenv("PATH"), s.Env.VerificationGRPC, svix.URL, convoy.URL)
	var keyOf = `TENANT=$(jq -r '[.data[] | select(.url == "` + r.URL() + `")][0].tenant_id' plan.json)
webhooksd admin create-api-key --tenant-id $TENANT | jq --arg tenant $TENANT '{key, tenant: $tenant}'`
	again := `webhooksd admin import-endpoints --source svix --export @svix.json --event-types @types.json --inactive |
jq '{created, present, refused}'`
	all = append(all, shellCommand{name: "again", shell: again}, shellCommand{name: "a key", shell: keyOf})
	outputs := runCommands(t, environment, all)
	for i, want := range map[int]string{3: `"created": 7`, 4: `"created": 6`, 5: `"created": 7`, 7: `"present": 7`} {
		if !strings.Contains(outputs[i], want) {
			t.Errorf("%s: %s, want %s", all[i].name, outputs[i], want)
		}
	}

	var made struct{ Key, Tenant string }
	if err := json.Unmarshal([]byte(outputs[len(all)-1]), &made); err != nil {
		t.Fatal(err)
	}
	s.Env.TenantID = made.Tenant
	s.publish()
	x := r.WaitFor(t, 1)[0]
	official, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	if err := official.Verify(x.Body, x.Header); err != nil {
		t.Errorf("with the secret of the other system: %v", err)
	}
	list := apicall.Call(t, "GET", s.Env.VerificationBaseURL+"/api/v1/webhooks", made.Key, nil).Want(t, http.StatusOK)
	if n := len(list.Body["data"].([]any)); n != 4 {
		t.Errorf("the tenant sees %d endpoints, want 4", n)
	}
}
