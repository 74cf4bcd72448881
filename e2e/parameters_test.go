package e2e

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/testkit/pgtest"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// freeText are the parameters that take any text: one that fits nothing finds nothing.
var freeText = []string{"subject_ref", "partner_external_ref", "settlement_id"}

// A parameter of a route of the OpenAPI document.
type parameter struct {
	Name, In, Type, Format string
}

// Every parameter of every GET route of both APIs that cannot be read, or is beyond its bounds, is 400 and named.
func TestParametersThatCannotBeRead(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), pgtest.Server(t).URL("postgres"))
	raw, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct{ Parameters []parameter }
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	endpoint, _ := s.endpoint(receiver.New(t).URL())
	routes, checked := 0, 0
	for path, operations := range doc.Paths {
		get, there := operations["get"]
		if !there {
			continue
		}
		routes++
		t.Run(path, func(t *testing.T) {
			base, key := s.Env.PartnerBaseURL, s.Env.PartnerKey
			if strings.HasPrefix(path, "/api/v1/") || strings.HasPrefix(path, "/verifications") {
				base, key = s.Env.VerificationBaseURL, s.Env.VerificationAPIKey
			}
			at := base + fill(path, endpoint)
			for _, c := range append(unreadable(get.Parameters), badParameter{"nope", "1", "invalid_parameter"}) {
				checked++
				query := url.Values{c.name: {c.value}}.Encode()
				c.want(t, s.get(t, at+"?"+query, key), query)
			}
		})
	}
	if routes < 30 || checked < 100 {
		t.Errorf("%d values at %d routes were tried: the document is not what it was", checked, routes)
	}
}

// fill puts ids into the variables of a path: of an endpoint that there is, and of a merchant that there is not.
func fill(path, endpoint string) string {
	if strings.HasPrefix(path, "/api/v1/webhooks/{id}") {
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
		case p.Type == "integer":
			values = []string{"", "many", "1.5", "-1", "99999999999"}
		case p.Type == "boolean":
			values = []string{"", "maybe", "1"}
		case p.Format == "date-time":
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
	if c.code == "invalid_parameter" && (len(got.Errors) != 1 || got.Errors[0].Field != c.name || got.Errors[0].Message == "") {
		t.Errorf("?%s: errors %+v, want one of %s", query, got.Errors, c.name)
	}
}

func (s *system) get(t *testing.T, url, key string) problem {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	got := problem{Status: resp.StatusCode}
	_ = json.Unmarshal(raw, &got) // an answer that is no problem document has none of its members
	return got
}
