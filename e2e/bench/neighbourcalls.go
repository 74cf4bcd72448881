package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"time"

	"github.com/partnerline/partnerline/e2e/adversary"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// callNeighbours make calls as fast as they may.
var callNeighbours = []neighbour{
	{
		name: "lists", resource: "statements: lists, page by page", environ: []string{unlimited},
		prepare: func(ctx context.Context, a *arena) error {
			const endpoints = 10
			if err := a.register(ctx, a.receiver.url, endpoints, unchanged); err != nil {
				return err
			}
			if err := a.loud.Publish(ctx, a.many()/endpoints, nil); err != nil {
				return err
			}
			return a.idle(ctx)
		},
		disturb: pageThrough,
	},
	{
		name: "publications", resource: "ingest: one event a call at the test rate",
		prepare: func(ctx context.Context, a *arena) error { return a.register(ctx, a.receiver.url, 1, unchanged) },
		disturb: func(ctx context.Context, a *arena) error {
			body, err := json.Marshal(map[string]any{
				"tenant": a.tenants[loudTenant], "type": "verification.completed", "livemode": false, "data": data,
			})
			if err != nil {
				return err
			}
			one := func(ctx context.Context, _ int, _ time.Time) func() error {
				return func() error { return a.publish(ctx, body) }
			}
			if err := pace(ctx, deliveriesASecond, math.MaxInt32, one); err != nil && ctx.Err() == nil {
				return err
			}
			return nil
		},
	},
	{
		name: "sessions", resource: "ingest: sessions by the tenant's own key",
		prepare: func(ctx context.Context, a *arena) error {
			return a.register(ctx, a.receiver.url, loudEndpoints, unchanged)
		},
		disturb: func(ctx context.Context, a *arena) error {
			return every(ctx, 2*time.Minute/writesAMinute, a.completeSession)
		},
	},
	{
		name: "churn", resource: "feed of targets: endpoints come and go",
		disturb: func(ctx context.Context, a *arena) error {
			return every(ctx, 2*time.Minute/writesAMinute, func(ctx context.Context) error {
				client := webhooksv1.NewEndpointServiceClient(a.conn)
				made, err := client.CreateEndpoint(a.as(ctx, loudTenant), adversary.EndpointsAt(a.receiver.url, 1, 1)[0])
				if err != nil {
					return err
				}
				id := made.GetData().GetId()
				_, err = client.DeleteEndpoint(a.as(ctx, loudTenant), &webhooksv1.DeleteEndpointRequest{Id: id})
				return err
			})
		},
	},
}

// pageThrough reads the lists of the loud tenant with the largest pages.
func pageThrough(ctx context.Context, a *arena) error {
	ids, err := a.loud.Endpoints(ctx)
	if err != nil {
		return err
	}
	paths := []string{"/events?page_size=200", "/webhooks", "/webhooks/" + ids[0]}
	for _, id := range ids {
		all := "/webhooks/" + id + "/deliveries?page_size=200"
		paths = append(paths, all, all+"&status=failed")
	}
	path, token := 0, ""
	return every(ctx, time.Minute/callsAMinute, func(ctx context.Context) error {
		url := a.sys.Webhooks[0].URL("HTTP_ADDR") + "/api/v1" + paths[path%len(paths)]
		if token != "" {
			url += "&page_token=" + token
		}
		answer, err := a.call(ctx, http.MethodGet, url, a.keys[loudTenant], nil, http.StatusOK)
		if err != nil {
			return err
		}
		var page struct {
			Meta struct {
				NextPageToken string `json:"next_page_token"`
			} `json:"meta"`
		}
		if err := json.Unmarshal(answer, &page); err != nil {
			return err
		}
		if token = page.Meta.NextPageToken; token == "" {
			path++
		}
		return nil
	})
}

// completeSession opens a verification session and completes it: two calls, and an event for all endpoints.
func (a *arena) completeSession(ctx context.Context) error {
	url, key := a.sys.Webhooks[0].URL("HTTP_ADDR")+"/api/v1/verifications", a.keys[loudTenant]
	opened, err := a.call(ctx, http.MethodPost, url, key, []byte(`{"kind":"identity"}`), http.StatusCreated)
	if err != nil {
		return err
	}
	_, id, _ := bytes.Cut(opened, []byte(`"id":"`))
	id, _, _ = bytes.Cut(id, []byte(`"`))
	_, err = a.call(ctx, http.MethodPost, url+"/"+string(id)+"/advance", key, []byte(`{"to":"completed"}`), http.StatusOK)
	return err
}
