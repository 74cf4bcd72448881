package app

import (
	"strings"
	"testing"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// Operators find what an id or a URL names, exactly, of any tenant and mode.
func TestFind(t *testing.T) {
	t.Parallel()
	s := shared(t)
	op, ctx := s.operator(), internal(t.Context())
	url := target + "/only-this-one/" + s.tenant
	id := s.create(s.key, map[string]any{"url": url, "events": []string{"*"}}).data()["id"].(string)
	s.publish(1)
	var delivery map[string]any
	s.eventually("the delivery is stored", func() bool {
		list, _ := s.call("GET", s.public+"/api/v1/webhooks/"+id+"/deliveries", s.key, nil).want(t, 200).Body["data"].([]any)
		if len(list) == 1 {
			delivery = list[0].(map[string]any)
		}
		return delivery != nil
	})
	find := func(query string) string {
		t.Helper()
		r, err := op.Find(ctx, &webhooksv1.FindRequest{Query: query})
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, h := range r.GetData() {
			if h.GetTenantId() == "" || h.GetTitle() == "" {
				t.Errorf("%v", h)
			}
			out = append(out, h.GetKind()+" "+h.GetId()+" "+h.GetEndpointId())
		}
		return strings.Join(out, ", ")
	}
	tenant := s.tenant
	for query, want := range map[string]string{
		id: "endpoint " + id + " " + id, " " + url + " ": "endpoint " + id + " " + id, tenant: "tenant " + tenant + " ",
		delivery["id"].(string):       "delivery " + delivery["id"].(string) + " " + id,
		delivery["event_id"].(string): "event " + delivery["event_id"].(string) + " ",
		url + "/":                     "", "only-this-one": "", "dlv_": "", "%": "", "'": "",
		"00000000-0000-0000-0000-000000000000": "",
	} {
		t.Run(query, func(t *testing.T) {
			if got := find(query); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}
