package gateway

import (
	"slices"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

func TestMethodsOfAPath(t *testing.T) {
	id := (&webhooksv1.GetEndpointRequest{}).ProtoReflect().Descriptor().Fields().ByName("id")
	table := routeTable{
		{method: "GET", segments: []string{"a", ""}, variables: []protoreflect.FieldDescriptor{id}},
		{method: "PATCH", segments: []string{"a", ""}, variables: []protoreflect.FieldDescriptor{id}},
		{method: "POST", segments: []string{"a", "b"}},
		{method: "POST", segments: []string{"a"}},
	}
	for _, c := range []struct {
		name, path string
		want       []string
	}{
		{"a variable", "/a/x", []string{"GET", "PATCH"}},
		{"a fixed segment, too", "/a/b", []string{"GET", "PATCH", "POST"}},
		{"an empty variable", "/a/", nil},
		{"too long", "/a/b/c", nil},
		{"the root", "/", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := table.methods(c.path); !slices.Equal(got, c.want) {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestTwoRoutesOfOnePathAreRefused(t *testing.T) {
	table := routeTable{}
	if err := table.add("webhooks.v1.EndpointService"); err != nil {
		t.Fatal(err)
	}
	if err := table.add("webhooks.v1.EndpointService"); err == nil {
		t.Error("it is accepted")
	}
}
