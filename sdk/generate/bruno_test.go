package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/sdk/generate/ir"
)

// documents are the OpenAPI documents of the repository.
func documents(t *testing.T) *ir.Library {
	t.Helper()
	_ = os.Getenv("REPOSITORY_STATE") // the test cache knows no files outside of the module: see testkit/repository
	lib, err := read(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// Every operation of the documents is a request in the folder of its tag, and a step of the walk unless its answer has
// no end.
func TestCollectionsHaveEveryOperation(t *testing.T) {
	lib := documents(t)
	for _, c := range collections(lib) {
		steps := c.walk()
		for _, m := range c.Operations {
			t.Run(c.Dir()+" "+m.OperationID, func(t *testing.T) {
				raw, err := os.ReadFile(filepath.Join("..", "bruno", c.Dir(), ir.NewName(m.Tag).Kebab(),
					ir.NewName(m.Summary).Kebab()+".yml"))
				if err != nil {
					t.Fatal(err)
				}
				text := string(raw)
				for _, want := range []string{
					"method: " + m.HTTP + "\n",
					`url: "{{base_url}}` + pathVariable.ReplaceAllString(m.Path, ":$1") + `"`, m.Statuses[0],
				} {
					if !strings.Contains(text, want) {
						t.Errorf("its request has no %s", want)
					}
				}
				for header, takes := range map[string]bool{"On-Behalf-Of": m.OnBehalfOf, "Idempotency-Key": m.Retry == ir.RetryKey,
					"If-Match": m.IfMatch} {
					if strings.Contains(text, "name: "+header+"\n") != takes {
						t.Errorf("the request has %s: %t, want %t", header, !takes, takes)
					}
				}
				if (m.Example != nil) != strings.Contains(text, "body:\n") {
					t.Errorf("the request has a body: %t, want %t", m.Example == nil, m.Example != nil)
				}
				walked := slices.ContainsFunc(steps, func(r request) bool { return r.Method == m })
				if walked == m.Streams {
					t.Errorf("the walk has a step of it: %t, want %t", walked, !m.Streams)
				}
			})
		}
	}
}

// What the path of a request needs, its environment or an answer sets: before it in a walk.
func TestVariablesOfTheWalkAreSetBeforeTheyAreUsed(t *testing.T) {
	lib := documents(t)
	for _, c := range collections(lib) {
		set := map[string]bool{}
		for _, r := range c.walk() {
			t.Run(c.Dir()+" "+r.Slug, func(t *testing.T) {
				for _, p := range r.Params {
					if p.Type == "path" && !set[strings.Trim(p.Value, "{}")] {
						t.Errorf("no answer before it sets %s", p.Value)
					}
				}
			})
			for _, v := range r.Variables {
				set[v.Name] = true
			}
		}
	}
}

// A body is sent again and again, and near the time that it names: what must be new or near the present is a variable.
func TestExampleBodies(t *testing.T) {
	for name, c := range map[string]struct{ example, want string }{
		"a reference": {`{"external_ref":"shop-1","amount":1}`,
			"{\n  \"external_ref\": \"{{$guid}}\",\n  \"amount\": 1\n}"},
		"a time":        {`{"since":"2026-11-22T12:00:00.000Z"}`, "{\n  \"since\": \"{{an_hour_ago}}\"\n}"},
		"another value": {`{"external_reference":"x"}`, "{\n  \"external_reference\": \"x\"\n}"},
		"none":          {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := exampleBody(&ir.Method{Example: []byte(c.example)}); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
