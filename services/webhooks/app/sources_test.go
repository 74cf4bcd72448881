package app

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// Tenants and partners read from which addresses requests come, learn of a change ahead, and learn nothing where
// the operator states nothing.
func TestSourceAddresses(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.putPartner()
	op, ctx := webhooksv1.NewOperatorServiceClient(s.grpc), internal(t.Context())
	var tag string
	read := func() map[string]any {
		t.Helper()
		a := s.call("GET", s.public+"/api/v1/source-addresses", s.key, nil).want(t, 200)
		tag = a.Header.Get("ETag")
		return a.data()
	}
	v := s.inPortal(s.key, "viewer")
	if got := read(); got["stated"] != false || len(got["addresses"].([]any)) != 0 || got["since"] != nil ||
		got["next"] != nil ||
		tag == "" {
		t.Errorf("where nothing is stated: %v, %s", got, tag)
	}
	v.get("/portal/").is(t, 200, "It is not stated from which addresses")
	before := tag

	// An endpoint that takes all types does not take this one.
	s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).want(t, 201)
	lists := map[string]any{"url": target, "events": []string{"source_addresses.changed"}}
	id := s.create(s.key, lists).data()["id"].(string)
	ofPartner := s.endpointOfPartner(nil, "source_addresses.changed")
	announce := func(req *webhooksv1.AnnounceSourceAddressesRequest) (*webhooksv1.SourceAddresses, error) {
		r, err := op.AnnounceSourceAddresses(ctx, req)
		return r.GetData(), err
	}
	for name, req := range map[string]*webhooksv1.AnnounceSourceAddressesRequest{
		"no address":    {Addresses: []string{"example.com"}},
		"all addresses": {Addresses: []string{"0.0.0.0/0"}},
		"too many":      {Addresses: make([]string, 101)},
		"nothing":       {},
	} {
		if _, err := announce(req); status.Code(err) != codes.InvalidArgument {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := announce(&webhooksv1.AnnounceSourceAddressesRequest{Addresses: []string{"192.0.2.0/24"}}); err != nil {
		t.Fatal(err)
	}
	soon, later := time.Now().Add(24*time.Hour), time.Now().Add(8*24*time.Hour)
	next := []string{"192.0.2.0/24", "198.51.100.7"}
	ahead := func(at time.Time) error {
		_, err := announce(&webhooksv1.AnnounceSourceAddressesRequest{Addresses: next, EffectiveAt: timestamppb.New(at)})
		return err
	}
	if err := ahead(soon); status.Code(err) != codes.InvalidArgument {
		t.Errorf("a day ahead: %v", err)
	}
	if err := ahead(later); err != nil {
		t.Fatal(err)
	}
	got := read()
	if got["stated"] != true || !slices.Equal(got["addresses"].([]any), []any{"192.0.2.0/24"}) || got["since"] == nil ||
		tag == before {
		t.Errorf("%v, %s", got, tag)
	}
	if n := got["next"].(map[string]any); !slices.Equal(
		n["addresses"].([]any),
		[]any{"192.0.2.0/24", "198.51.100.7/32"},
	) ||
		n["effective_at"] == nil {
		t.Errorf("%v", n)
	}
	v.get("/portal/").is(t, 200, "<code>192.0.2.0/24</code>", "<code>198.51.100.7/32</code>", "Announced, from")
	r, err := webhooksv1.NewEndpointServiceClient(s.grpc).GetSourceAddresses(s.as(partner, "false"),
		&webhooksv1.GetSourceAddressesRequest{})
	if err != nil || !r.GetData().GetStated() {
		t.Errorf("a partner: %v, %v", r, err)
	}
	if r, err := op.GetSourceStatement(ctx, &webhooksv1.GetSourceStatementRequest{}); err != nil ||
		len(r.GetData().GetNext().GetAddresses()) != 2 {
		t.Errorf("an operator: %v, %v", r, err)
	}

	// Two announcements, of which each endpoint that lists the type gets both.
	learned := map[string][]string{}
	for _, delivery := range s.dispatcher().next(4) {
		var event struct {
			Tenant string
			Data   struct {
				Addresses []string
				UntilThen []string `json:"addresses_until_then"`
			}
		}
		if err := json.Unmarshal(delivery.GetBody(), &event); err != nil || event.Tenant == "" {
			t.Errorf("%s: %v", delivery.GetBody(), err)
		}
		learned[delivery.GetEndpointId()] = append(
			learned[delivery.GetEndpointId()],
			strings.Join(event.Data.UntilThen, " ")+" then "+strings.Join(event.Data.Addresses, " "),
		)
	}
	want := []string{" then 192.0.2.0/24", "192.0.2.0/24 then 192.0.2.0/24 198.51.100.7/32"}
	for _, endpoint := range []string{id, ofPartner.GetId()} {
		if slices.Sort(learned[endpoint]); !slices.Equal(learned[endpoint], want) {
			t.Errorf("%s learns %q, want %q", endpoint, learned[endpoint], want)
		}
	}
}
