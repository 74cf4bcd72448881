package openapi

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"testing"

	documents "github.com/partnerline/partnerline/proto/openapi"
)

func TestMembersKeepTheirOrder(t *testing.T) {
	o := object("z", 1, "a", object("y", "<&>", "b", []string{"x"})).Set("m", nil).Set("z", 2)
	b, err := o.MarshalJSON()
	if want := `{"z":2,"a":{"y":"<&>","b":["x"]},"m":null}`; err != nil || string(b) != want {
		t.Errorf("%s, %v; want %s", b, err, want)
	}
}

func TestYAMLIsTheSameDocument(t *testing.T) {
	got, err := YAML([]byte(`{"z": "1", "a": [true, {"b": null, "text": "one: two\n- three"}]}`))
	want := "z: \"1\"\na:\n  - true\n  - b: null\n    text: |-\n      one: two\n      - three\n"
	if err != nil || string(got) != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}

func TestNamesBecomeText(t *testing.T) {
	for _, c := range []struct{ name, got, want string }{
		{"a verb", withoutName("GetPayment", "GetPayment returns a payment."), "Returns a payment."},
		{"a noun", withoutName("Payment", "Payment is money."), "Money."},
		{"another name", withoutName("Payment", "Payments are money."), "Payments are money."},
		{"words", spaced("ListSettlementTransactions"), "List settlement transactions"},
		{"a type of event", camel("verification.review_required"), "VerificationReviewRequired"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.got != c.want {
				t.Errorf("%q, want %q", c.got, c.want)
			}
		})
	}
}

// The AsyncAPI document has the events of the OpenAPI document, each with its example, and every reference leads to one
// of them.
func TestEventsAreInBothDocuments(t *testing.T) {
	t.Parallel()
	for name, pair := range map[string][2][]byte{
		"partnerconnect": {documents.PartnerConnect, documents.PartnerConnectEvents},
		"webhooks":       {documents.Webhooks, documents.WebhooksEvents},
	} {
		type ref struct {
			Ref string `json:"$ref"`
		}
		type example struct {
			Payload map[string]any `json:"payload"`
		}
		var calls struct{ Webhooks map[string]json.RawMessage }
		var events struct {
			Channels   map[string]struct{ Messages map[string]ref }
			Operations map[string]struct{ Messages []ref }
			Components struct {
				Messages map[string]struct{ Examples []example }
			}
		}
		if err := errors.Join(json.Unmarshal(pair[0], &calls), json.Unmarshal(pair[1], &events)); err != nil {
			t.Fatal(err)
		}
		types := slices.Sorted(maps.Keys(calls.Webhooks))
		of := events.Channels["endpoint"].Messages
		if !slices.Equal(types, slices.Sorted(maps.Keys(of))) ||
			!slices.Equal(types, slices.Sorted(maps.Keys(events.Components.Messages))) ||
			len(events.Operations["deliver"].Messages) != len(types) || len(types) == 0 {
			t.Errorf("%s: the documents have other types of events", name)
		}
		for i, kind := range types {
			m := events.Components.Messages[kind]
			if len(m.Examples) != 1 || m.Examples[0].Payload["type"] != kind || of[kind].Ref != "#/components/messages/"+kind {
				t.Errorf("%s: %s: %v", name, kind, of[kind])
			}
			if !slices.Contains(events.Operations["deliver"].Messages, ref{"#/channels/endpoint/messages/" + kind}) {
				t.Errorf("%s: type %d, %s, is not delivered", name, i, kind)
			}
		}
	}
}

// Generators of clients leave out what has no type: each refusal of each operation, when its status had none.
func TestEveryValueHasAType(t *testing.T) {
	t.Parallel()
	for name, document := range map[string][]byte{
		"partnerconnect": documents.PartnerConnect, "webhooks": documents.Webhooks,
	} {
		var root any
		if err := json.Unmarshal(document, &root); err != nil {
			t.Fatal(err)
		}
		typeless(t, name, root)
	}
}

// typeless reports each schema that names values without their type.
func typeless(t *testing.T, at string, node any) {
	t.Helper()
	switch n := node.(type) {
	case map[string]any:
		_, isConst := n["const"]
		_, isEnum := n["enum"].([]any)
		if _, typed := n["type"]; (isConst || isEnum) && !typed {
			t.Errorf("%s has values and no type", at)
		}
		for name, member := range n {
			if name != "example" && name != "examples" {
				typeless(t, at+"/"+name, member)
			}
		}
	case []any:
		for i, member := range n {
			typeless(t, at+"/"+strconv.Itoa(i), member)
		}
	}
}
