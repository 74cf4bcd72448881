// Package relay sends committed events: to the stream EVENTS for its readers, and as deliveries to the dispatchers.
//
// An event and its outbox row are committed together, and the row ends with the transaction that stores the deliveries
// of the event. Until then the row is the truth, and everything in memory is a shortcut that a crash may take away.
// docs/design/delivery.md has the whole way of an event, and what follows from each crash.
//
// # States of an event
//
// In the replica that relays its shard, an event is in one of these states (flight.go):
//
//	state     where the event is                                   left by
//	inOutbox  in Postgres                                          hand, found -> queued; takeBack -> sending
//	queued    in memory too, in the order of its tenant            take -> sending; hold, leave -> inOutbox
//	sending   published, or about to be; not acknowledged          sent -> sent; putBack -> queued; drop -> inOutbox
//	sent      in NATS; its deliveries are not stored               stored -> stored; trouble -> inOutbox
//	stored    gone from the outbox; remembered for a second        forget -> inOutbox
//
// # Shards
//
// The outbox is divided into shards by tenant and mode. Replicas lease shards by advisory locks, each its share, so one
// replica sends the events of a tenant, in the order of their commits. Rows that are there when a shard is leased may
// have been sent by the replica before: their deliveries are doubtful, and the dispatcher asks before each attempt.
package relay
