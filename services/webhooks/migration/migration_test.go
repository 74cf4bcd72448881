package migration

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// read reads the answers of a system, which are as its OpenAPI document describes them.
func read(t *testing.T, source string) Plan {
	t.Helper()
	export, err := os.ReadFile("testdata/" + source + ".json")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Read(source, export)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// summary is what becomes of each endpoint, by its URL.
func summary(plan Plan, o Options) map[string]string {
	all := map[string]string{}
	for _, t := range plan.Tenants {
		for _, e := range t.Endpoints {
			o.Settle(e, "ten_a")
			text := t.SourceID + " " + strings.Join(*e.Fields.Events, ",")
			if e.Fields.RateLimit != nil {
				text += fmt.Sprintf(" %d/s", **e.Fields.RateLimit)
			}
			if e.Fields.Headers != nil {
				text += fmt.Sprint(" ", *e.Fields.Headers)
			}
			if e.Fields.IsActive != nil {
				text += " inactive"
			}
			for _, k := range e.Keys {
				text += " " + k.Encode()
			}
			for _, n := range e.Notes {
				text += " | " + n.What
			}
			all[*e.Fields.URL] = text
		}
	}
	return all
}

func wantSummary(t *testing.T, got, want map[string]string) {
	t.Helper()
	for url, text := range want {
		if got[url] != text {
			t.Errorf("%s:\n got %s\nwant %s", url, got[url], text)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d endpoints, want %d", len(got), len(want))
	}
}

func wantNotes(t *testing.T, got []Note, want ...string) {
	t.Helper()
	for _, what := range want {
		if !slices.ContainsFunc(got, func(n Note) bool { return n.What == what && n.Why != "" }) {
			t.Errorf("no note on %s: %v", what, got)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d notes, want %d: %v", len(got), len(want), got)
	}
}

func TestSvix(t *testing.T) {
	t.Parallel()
	plan := read(t, Svix)
	const acme, bolt = "app_2aAAAAAAAAAAAAAAAAAAAAAAAAA", "app_2bBBBBBBBBBBBBBBBBBBBBBBBBB"
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	wantSummary(t, summary(plan, Options{EventTypes: map[string]string{"invoice.paid": "verification.completed"}}),
		map[string]string{
			"https://acme.example.com/hooks": acme + " verification.completed 5/s " + secret + " | event type user.signup",
			"https://acme.example.com/all": acme + " * map[X-Gateway:b7f1c2] inactive whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" +
				" | uid acme-all",
			"https://acme.example.com/project": acme + " * inactive | channels project_123, group_2 | metadata" +
				" | secret | transformation | secret",
			"https://acme.example.com/legacy": acme + " verification.failed 1000/s inactive" +
				" whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH | description | rate limit | headers Authorization",
			"https://bolt.example.com/oauth": bolt + " * inactive " + secret + " | oauth",
			"http://bolt.example.com/plain":  bolt + " verification.completed " + secret,
			"https://bolt.example.com/":      bolt + " * " + secret,
		})
	wantNotes(t, plan.Notes, "/api/v1/operational-webhook/endpoint")
	wantNotes(t, plan.Tenants[0].Notes)
	wantNotes(t, plan.Tenants[1].Notes, "throttleRate")
	if a := plan.Tenants[0]; a.Name != "Acme" || a.UID != "acme" {
		t.Errorf("%+v", a)
	}
}

func TestConvoy(t *testing.T) {
	t.Parallel()
	plan := read(t, Convoy)
	const project = "01HP0JECT0000000000000000A"
	const newest = "whsec_dGhlLW5ld2VzdC1zZWNyZXQtb2YtdGhlLWVuZHBvaW50"
	const oldest = "whsec_YW4tb2xkZXItc2VjcmV0LW9mLXRoZS1lbmRwb2ludA=="
	const secret = "whsec_d0phbHJYVXRuRkVNSUs3TURFTkdiUHhSZmlDWUVY"
	wantSummary(t, summary(plan, Options{}), map[string]string{
		"https://shop.example.com/hooks": "shop-1 verification.completed,verification.failed 10/s " + newest + " " + oldest,
		"https://shop.example.com/key":   "shop-1 * map[X-Api-Key:k1] inactive " + secret,
		"https://shop.example.com/basic": project + " * map[Authorization:Basic dTpw] inactive " + secret +
			" | http_timeout 30 | support_email | filter of subscription sub2",
		"https://shop.example.com/oauth": project + " * inactive " + secret +
			" | authentication oauth2 | function of subscription sub3",
		"https://shop.example.com/short": project + " * inactive | secret | retry_config of subscription sub4" +
			" | filter of subscription sub4 | secret",
		"https://shop.example.com/alone": project + " * inactive " + secret + " | mtls_client_cert | subscription",
	})
	wantNotes(t, plan.Notes, "project "+project+": signature", "project "+project+": disable_endpoint",
		"subscription gone", "/api/v1/projects/"+project+"/sources")
	if name := plan.Tenants[1].Name; name != "Payments" {
		t.Errorf("the tenant of the project is %s", name)
	}
}

// Receivers verify with the newest secret that does not expire: without it nothing is sent, whatever others there are.
func TestConvoyWithoutItsCurrentSecret(t *testing.T) {
	t.Parallel()
	const good, short = "a-secret-of-the-endpoint-1", "short"
	long := strings.Repeat("x", 76)
	day := func(n int) time.Time { return time.Date(2025, 1, n, 0, 0, 0, 0, time.UTC) }
	soon := day(20)
	for name, c := range map[string]struct {
		secrets []convoySecret
		keys    int
		held    bool
	}{
		"short, after one that is kept": {[]convoySecret{{good, day(1), nil}, {short, day(2), nil}}, 1, true},
		"long, after one that is kept":  {[]convoySecret{{good, day(1), &soon}, {long, day(2), nil}}, 1, true},
		"an older one is short":         {[]convoySecret{{short, day(1), nil}, {good, day(2), nil}}, 1, false},
		"one that expires is short":     {[]convoySecret{{good, day(1), nil}, {short, day(2), &soon}}, 1, false},
	} {
		var e Endpoint
		e.convoyKeys(convoyEndpoint{Secrets: c.secrets})
		if len(e.Keys) != c.keys || e.Held != c.held || len(e.Notes) != 1 {
			t.Errorf("%s: %d keys, held %t, notes %v", name, len(e.Keys), e.Held, e.Notes)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	const list = `{"path":"/api/v1/app","body":{"data":[{"id":"app_1","name":"A"}],"done":true}}`
	for name, c := range map[string]struct{ source, export, want string }{
		"nothing": {
			Svix, ` `,
			"has no document",
		},
		"no JSON": {
			Svix, `secret`,
			"document 1 is not JSON with path and body",
		},
		"no path": {
			Svix, `{"body":{}}`,
			"document 1 has no body, or no path",
		},
		"a second document": {
			Svix, list + `{"path":"/api/v1/app"}`,
			"document 2 has no body",
		},
		"a page is missing": {
			Svix, `{"path":"/api/v1/app?a=b","body":{"data":[],"done":false}}`,
			"the last page of app is missing",
		},
		"another type": {
			Svix, `{"path":"/api/v1/app","body":{"data":7}}`,
			"/api/v1/app: the body is not the documented answer",
		},
		"no application": {
			Svix, `{"path":"/api/v1/app/app_2/endpoint","body":{"data":[],"done":true}}`,
			"the application is not in the export",
		},
		"no endpoint": {
			Svix, list + `{"path":"/api/v1/app/app_1/endpoint/ep_1/secret","body":{"key":"x"}}`,
			"the endpoint is not in the export",
		},
		"no id": {
			Svix, `{"path":"/api/v1/app","body":{"data":[{}],"done":true}}`,
			"an application has no id",
		},
		"of Convoy, a page": {
			Convoy, `{"path":"/v1/projects/p/endpoints","body":{"data":{"content":[],"pagination":{"has_next_page":true}}}}`,
			"the last page",
		},
		"of Convoy, no list": {
			Convoy, `{"path":"/v1/projects/p/endpoints","body":{"data":7}}`,
			"the body is not the documented list",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Read(c.source, []byte(c.export))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// The ids of tenants and endpoints follow from those of the other system: a repeat finds them.
func TestIDs(t *testing.T) {
	t.Parallel()
	tenant := &Tenant{SourceID: "app_1", UID: "acme"}
	first, named := Options{}.TenantOf(Svix, tenant)
	again, _ := Options{}.TenantOf(Svix, tenant)
	other, _ := Options{}.TenantOf(Convoy, tenant)
	if first != again || first == other || named || !strings.HasPrefix(string(first), "ten_") {
		t.Errorf("%s, %s, %s", first, again, other)
	}
	mine, named := Options{Tenants: map[string]webhooks.TenantID{"acme": "ten_acme"}}.TenantOf(Svix, tenant)
	if mine != "ten_acme" || !named {
		t.Errorf("by its uid: %s", mine)
	}
	test, live := webhooks.Scope{Tenant: "ten_a"}, webhooks.Scope{Tenant: "ten_a", Livemode: true}
	id := EndpointID(Svix, test, "ep_1")
	if id != "9ca09234-3c1c-56a8-848f-6d945fc7c405" || id == EndpointID(Svix, live, "ep_1") {
		t.Errorf("the id of an endpoint is %s: does it follow from its id there, and from its mode?", id)
	}
}

// What is read holds for any input: each document is used, named, or refused, without a panic.
func FuzzRead(f *testing.F) {
	for _, source := range []string{Svix, Convoy} {
		export, err := os.ReadFile("testdata/" + source + ".json")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(source == Convoy, export)
	}
	f.Fuzz(func(t *testing.T, convoy bool, export []byte) {
		source := Svix
		if convoy {
			source = Convoy
		}
		plan, err := Read(source, export)
		if err != nil {
			return
		}
		for _, tenant := range plan.Tenants {
			for _, e := range tenant.Endpoints {
				Options{}.Settle(e, "ten_a")
				if len(e.Keys) == 0 && !e.Held {
					t.Errorf("%s has no secret and is called", e.SourceID)
				}
			}
		}
	})
}
