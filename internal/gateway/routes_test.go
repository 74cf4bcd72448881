package gateway

import (
	"slices"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

func TestMatch(t *testing.T) {
	id := (&webhooksv1.GetEndpointRequest{}).ProtoReflect().Descriptor().Fields().ByName("id")
	table := routeTable{
		{method: "GET", segments: []string{"a", ""}, variables: []protoreflect.FieldDescriptor{id}},
		{method: "PATCH", segments: []string{"a", ""}, variables: []protoreflect.FieldDescriptor{id}},
		{method: "GET", segments: []string{"a", "b"}},
		{method: "POST", segments: []string{"a"}},
	}
	if err := table.sort(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, method, path, route string
		vars, allowed             []string
	}{
		{"a variable", "GET", "/a/x", "GET /a/:id", []string{"x"}, nil},
		{"a fixed segment wins", "GET", "/a/b", "GET /a/b", nil, nil},
		{"another method has the variable alone", "PATCH", "/a/b", "PATCH /a/:id", []string{"b"}, nil},
		{"no such method", "PUT", "/a/x", "", nil, []string{"GET", "PATCH"}},
		{"an empty variable", "GET", "/a/", "", nil, nil},
		{"too long", "GET", "/a/b/c", "", nil, nil},
		{"the root", "GET", "/", "", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			rt, vars, allowed := table.match(c.method, c.path)
			got := ""
			if rt != nil {
				got = rt.String()
			}
			if got != c.route || !slices.Equal(vars, c.vars) || !slices.Equal(allowed, c.allowed) {
				t.Errorf("%q with %q, allowed %q", got, vars, allowed)
			}
		})
	}
}

func TestTwoRoutesOfOnePathAreRefused(t *testing.T) {
	if err := (routeTable{{method: "GET", segments: []string{"a"}}, {method: "POST"}, {method: "GET", segments: []string{"a"}}}).sort(); err == nil {
		t.Error("it is accepted")
	}
}
