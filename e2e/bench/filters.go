package main

import (
	"context"
	"fmt"
	"time"

	"github.com/partnerline/partnerline/e2e/procs"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

const (
	filterTenants = 100
	filtersEach   = 10 // endpoints with a filter of each tenant, one of which matches
)

// filters is P1 with 1,000 filters over 100 tenants, one of which matches for each tenant, beside P1 with as many
// endpoints without filters, one of which subscribes to the type for each tenant. The latter is measured before and
// after.
func filters(ctx context.Context, s settings, t *table) error {
	return onSystem(ctx, s, procs.Options{}, filterTenants, func(sys *system) error { return sys.filters(ctx, s.took, t) })
}

func (s *system) filters(ctx context.Context, took time.Duration, t *table) error {
	measure := func() (float64, error) {
		return s.measure(ctx, took, func(ctx context.Context, took time.Duration) (int, error) {
			return s.publishAmong(ctx, took, filterTenants)
		})
	}
	if err := s.addEndpoints(ctx); err != nil {
		return err
	}
	before, err := measure()
	if err != nil {
		return err
	}
	if err := s.setFilters(ctx, true); err != nil {
		return err
	}
	var with float64
	if err := s.profiled(ctx, "P1_filters", took, func() (err error) { with, err = measure(); return err }); err != nil {
		return err
	}
	if err := s.setFilters(ctx, false); err != nil {
		return err
	}
	after, err := measure()
	if err != nil {
		return err
	}
	without := (before + after) / 2
	t.atLeast("P1_filters", with/without, 0.9,
		"%d filters over %d tenants, one of each matches: %.0f deliveries/s, as many endpoints without filters %.0f/s",
		filterTenants*filtersEach, filterTenants, with, without)
	return nil
}

// addEndpoints gives each tenant further endpoints, which subscribe to another type.
func (l *load) addEndpoints(ctx context.Context) error {
	client := webhooksv1.NewEndpointServiceClient(l.conn)
	l.others = make([][]string, len(l.tenants))
	for i := range l.tenants {
		for range filtersEach - 1 {
			e, err := client.CreateEndpoint(l.as(ctx, i),
				&webhooksv1.CreateEndpointRequest{Url: fmt.Sprintf("%s/%d", l.sink.url, i%maxEndpoints), Events: otherType})
			if err != nil {
				return err
			}
			l.others[i] = append(l.others[i], e.GetData().GetId())
		}
	}
	return nil
}

// otherType is one that is not published.
var otherType = []string{"verification.expired"}

// setFilters gives all endpoints filters, and has all subscribe to all types, or undoes it.
func (l *load) setFilters(ctx context.Context, on bool) error {
	client := webhooksv1.NewEndpointServiceClient(l.conn)
	set := func(i int, id string, filter string, events []string) error {
		if !on {
			filter = ""
		}
		_, err := client.UpdateEndpoint(l.as(ctx, i),
			&webhooksv1.UpdateEndpointRequest{Id: id, Changes: &webhooksv1.EndpointChanges{Filter: &filter, Events: events}})
		return err
	}
	events := otherType
	if on {
		events = []string{"*"}
	}
	for i, tenant := range l.tenants {
		if err := set(i, l.ids[i], fmt.Sprintf(`event.data.kind == "identity" && event.data.attempt < %d`, i+3),
			nil); err != nil {
			return err
		}
		for n, id := range l.others[i] {
			if err := set(i, id, fmt.Sprintf(`event.type.startsWith("verification.") && event.data.attempt > %d && `+
				`event.tenant == %q`, 2+n, tenant), events); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *load) as(ctx context.Context, tenant int) context.Context {
	return procs.WithKey(ctx, l.keys[tenant])
}
