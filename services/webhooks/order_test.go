package webhooks

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/internal/fault"
)

func TestOrderOfAnEndpoint(t *testing.T) {
	t.Parallel()
	set := func(e *Endpoint, by *string, onFailure string) error {
		c := EndpointChanges{OrderBy: &by}
		if onFailure != "" {
			c.OrderOnFailure = new(OrderOnFailure(onFailure))
		}
		return e.Update(c, time.Now())
	}
	e, err := NewEndpoint("e", Scope{Tenant: "ten_a"},
		EndpointChanges{URL: new("https://example.com"), Events: &[]string{"*"}}, time.Now())
	if err != nil || e.OrderBy != "" || e.OrderOnFailure != OrderSkip {
		t.Errorf("without an order: %+v, %v", e, err)
	}
	if err := set(&e, new("event.data.id"), "stop"); err != nil || e.OrderBy != "event.data.id" ||
		e.OrderOnFailure != OrderStop {
		t.Errorf("%+v, %v", e, err)
	}
	for by, want := range map[string]string{
		"event.data.":        "line 1, column ",
		"event.type == 'a'":  "", // true or false
		"[1]":                "line 1, column 1: the result is of type list(int)",
		"a\u202eb":           "control characters",
		"event.data.id + 1_": "line 1, column ",
	} {
		err := set(&e, &by, "")
		if want == "" && err == nil {
			continue
		}
		var f *fault.Error
		if !errors.As(err, &f) || len(f.Violations) != 1 || f.Violations[0].Field != "/order_by" ||
			!strings.Contains(f.Violations[0].Message, want) {
			t.Errorf("%s: %v", by, err)
		}
	}
	var f *fault.Error
	if err := set(&e, nil, "wait"); !errors.As(err, &f) || f.Violations[0].Field != "/order_on_failure" {
		t.Errorf("an unknown rule: %v", err)
	}
	if err := set(&e, nil, ""); err != nil || e.OrderBy != "" || e.OrderOnFailure != OrderStop {
		t.Errorf("%+v, %v", e, err)
	}
}

// Endpoints with a filter that does not match get nothing, whatever their order. The last part of a large event has the
// deliveries with one.
func TestFilterFindsTheOrder(t *testing.T) {
	t.Parallel()
	o := OutboxEvent{
		Event: Event{
			ID: "evt_1", CreatedAt: time.Now(), Body: []byte(`{"data":{"id":7}}`), Type: VerificationCompleted,
		},
		Endpoints:   []EndpointID{"plain", "ordered", "filtered", "unkeyed", "more"},
		Activations: []int{1, 2, 3, 4, 5},
		Filters:     []string{"", "", "false", "", ""},
		OrderBys:    []string{"", "event.data.id", "event.data.id", "event.data.none", ""},
	}
	if o.Plain() || !o.Filter(eventfilter.NewCache(), func() bool { return true }) || !o.Plain() {
		t.Error("it is not evaluated")
	}
	if !slices.Equal(o.Endpoints, []EndpointID{"plain", "unkeyed", "more"}) ||
		!slices.Equal(o.Activations, []int{1, 4, 5}) ||
		!slices.Equal(o.Ordered, []OrderedEndpoint{{"ordered", 2, "7"}}) ||
		!slices.Equal(o.Unkeyed, []EndpointID{"unkeyed"}) ||
		o.Count() != 4 {
		t.Errorf("%+v", o)
	}
	list := o.OrderedDeliveries()
	if len(list) != 1 || *list[0].OrderKey != "7" || list[0].Activation != 2 || list[0].Endpoint != "ordered" {
		t.Errorf("%+v", list)
	}
	if p := Turns(append(list, o.Deliveries()...)); len(p) != 1 ||
		!p[0].Of().EventAt.Equal(list[0].EventAt.Truncate(time.Millisecond)) {
		t.Errorf("%+v", p)
	}
	first, last := o.Part(0, 2), o.Part(2, 3)
	if first.Count() != 2 || first.Unkeyed != nil ||
		last.Count() != 2 || len(last.Ordered) != 1 || len(last.Unkeyed) != 1 {
		t.Errorf("parts %+v, %+v", first, last)
	}
	if o.Filter(eventfilter.NewCache(), func() bool { return true }); len(o.Ordered) != 1 {
		t.Error("a second look loses the order")
	}
}

func TestWhatCanBeSkipped(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for name, c := range map[string]struct {
		d    DeliveryRecord
		want error
	}{
		"due":                     {DeliveryRecord{Status: DeliveryPending, NextAttemptAt: &now}, ErrDeliveryPending},
		"waits for its retry":     {DeliveryRecord{Status: DeliveryPending, NextAttemptAt: new(now.Add(time.Minute))}, nil},
		"behind another one":      {DeliveryRecord{Status: DeliveryPending, HeldBackBy: new(DeliveryID("dlv_1"))}, nil},
		"failed, stops its key":   {DeliveryRecord{Status: DeliveryFailed, StopsKey: true}, nil},
		"failed, and no other is": {DeliveryRecord{Status: DeliveryFailed}, ErrDeliveryEnded},
		"delivered":               {DeliveryRecord{Status: DeliveryDelivered}, ErrDeliveryEnded},
	} {
		if err := c.d.CheckSkip(now); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
