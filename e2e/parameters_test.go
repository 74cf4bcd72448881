package e2e

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/proto/openapi"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// freeText are the parameters that take any text: one that fits nothing finds nothing.
var freeText = []string{"subject_ref", "partner_external_ref", "external_ref", "settlement_id"}

// A parameter of a route of the OpenAPI documents.
type parameter struct {
	Name, In string
	Schema   struct{ Type, Format string }
}

// Every parameter of every GET route of both APIs that cannot be read, or is beyond its bounds, is 400 and named.
func TestParametersThatCannotBeRead(t *testing.T) {
	t.Parallel()
	s := share(t, usual)
	var doc struct {
		Paths map[string]map[string]struct{ Parameters []parameter }
	}
	for _, raw := range [][]byte{openapi.PartnerConnect, openapi.Webhooks} {
		if err := json.Unmarshal(raw, &doc); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"", "/{id}"} { // the second paths of verifications
		doc.Paths["/verifications"+path] = doc.Paths["/api/v1/verifications"+path]
	}
	tenants, _ := s.endpoint(receiver.New(t).URL())
	partners, _ := s.pushTo(object{"url": receiver.New(t).URL(), "events": []string{"webhook.test"}})
	routes, checked := 0, 0
	for path, operations := range doc.Paths {
		get, there := operations["get"]
		if !there {
			continue
		}
		routes++
		t.Run(path, func(t *testing.T) {
			base, key, endpoint := s.Env.PartnerBaseURL, s.Env.PartnerKey, partners
			if strings.HasPrefix(path, "/api/v1/") || strings.HasPrefix(path, "/verifications") {
				base, key, endpoint = s.Env.VerificationBaseURL, s.Env.VerificationAPIKey, tenants
			}
			at := base + fill(path, endpoint)
			var headers []string
			if slices.ContainsFunc(get.Parameters, func(p parameter) bool { return p.Name == "On-Behalf-Of" }) &&
				!strings.Contains(path, "{ref}") {
				headers = []string{"On-Behalf-Of", ids.New("mrc_")}
			}
			for _, c := range append(unreadable(get.Parameters), badParameter{"nope", "1", "invalid_parameter"}) {
				checked++
				query := url.Values{c.name: {c.value}}.Encode()
				c.want(t, s.get(t, at+"?"+query, key, headers...), query)
			}
		})
	}
	if routes < 30 || checked < 100 {
		t.Errorf("%d values at %d routes were tried: the document is not what it was", checked, routes)
	}
}

// fill puts ids into the variables of a path: of an endpoint that there is, and of a merchant that there is not.
func fill(path, endpoint string) string {
	if strings.Contains(path, "/webhooks/{id}") {
		path = strings.Replace(path, "{id}", endpoint, 1)
	}
	path = strings.Replace(path, "{ref}", ids.New("mrc_"), 1)
	for {
		before, rest, found := strings.Cut(path, "{")
		if !found {
			return path
		}
		_, after, _ := strings.Cut(rest, "}")
		path = before + ids.New("x_") + after
	}
}

type badParameter struct{ name, value, code string }

// unreadable are the values that the parameters of a route must refuse.
func unreadable(parameters []parameter) (list []badParameter) {
	for _, p := range parameters {
		if p.In != "query" {
			continue
		}
		code := "invalid_parameter"
		var values []string
		switch {
		case p.Schema.Type == "integer":
			values = []string{"", "many", "1.5", "-1", "99999999999"}
		case p.Schema.Type == "boolean":
			values = []string{"", "maybe", "1"}
		case p.Schema.Format == "date-time":
			values = []string{"", "yesterday", "2026-02-30T00:00:00Z", "1767225600"}
		case p.Name == "page_token":
			code, values = "invalid_page_token", []string{"nope"}
		case slices.Contains(freeText, p.Name):
			values = []string{"\x00", "\xff"}
		default:
			values = []string{"nope", "\x00", "\xff"}
		}
		for _, v := range values {
			list = append(list, badParameter{p.Name, v, code})
		}
	}
	return list
}

type problem struct {
	Status int
	Code   string
	Errors []struct{ Field, Code, Message string }
}

func (c badParameter) want(t *testing.T, got problem, query string) {
	t.Helper()
	if got.Status != http.StatusBadRequest || got.Code != c.code {
		t.Errorf("?%s: %d %s, want 400 %s", query, got.Status, got.Code, c.code)
		return
	}
	if c.code == "invalid_parameter" &&
		(len(got.Errors) != 1 || got.Errors[0].Field != c.name || got.Errors[0].Message == "") {
		t.Errorf("?%s: errors %+v, want one of %s", query, got.Errors, c.name)
	}
}

func (s *system) get(t *testing.T, url, key string, headers ...string) problem {
	t.Helper()
	a := apicall.Call(t, "GET", url, key, nil, headers...)
	got := problem{Status: a.Status}
	_ = json.Unmarshal([]byte(a.Raw), &got) // an answer that is no problem document has none of its members
	return got
}
