package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// Costs are what an event with one endpoint takes, as measured.
type Costs struct {
	Machine string `json:"machine"`

	// Processor time of an event, in microseconds, of all processes of a part.
	Webhooks   float64 `json:"webhooks_us"`
	Postgres   float64 `json:"postgres_us"`
	NATS       float64 `json:"nats_us"`
	Dispatcher float64 `json:"dispatcher_us"`

	// A transaction of n publications takes PublishMS plus n times PublishEachUS, its wait for the disk included.
	PublishMS     float64 `json:"publish_ms"`
	PublishEachUS float64 `json:"publish_each_us"`
	// The relay takes RelayMS for a batch and RelayEachUS for each of its events, from the answer of the call to the last
	// message in the stream: events are handed over before the answer, and what is done meanwhile is not in it.
	RelayMS     float64 `json:"relay_ms"`
	RelayEachUS float64 `json:"relay_each_us"`

	WALBytes  float64 `json:"wal_bytes"`  // of an event
	DiskBytes float64 `json:"disk_bytes"` // of an event, in tables and indexes
}

//go:embed costs.json
var measured []byte

// readCosts reads what was measured.
func readCosts(b []byte) (c Costs, err error) {
	if err := json.Unmarshal(b, &c); err != nil {
		return c, fmt.Errorf("costs: %w", err)
	}
	for name, v := range map[string]float64{
		"webhooks_us": c.Webhooks, "postgres_us": c.Postgres, "nats_us": c.NATS, "dispatcher_us": c.Dispatcher,
		"publish_ms": c.PublishMS, "relay_each_us": c.RelayEachUS,
	} {
		if v <= 0 {
			return c, fmt.Errorf("costs: %s must be above 0", name)
		}
	}
	return c, nil
}
