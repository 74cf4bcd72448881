// Package consumer takes deliveries from JetStream, has their attempts made, and stores what follows before it
// acknowledges.
//
// Streams feed it: DELIVERIES with first attempts, one RETRY stream per delay, DEFERRED for attempts that could not be
// made, and PARKED for attempts that are due and found no room in their lane. What they hold passes through the lanes
// (package lane), which ask for what is parked by endpoint, as they have room again. The order per attempt is:
// request, result to RESULTS, next attempt to its RETRY stream if there is one, acknowledgement once both are stored.
//
// It promises: a message is acknowledged only when what it asked for is stored elsewhere or can never be done; a
// delivery put off without an attempt keeps its number; memory is bounded whatever the backlog. It stops starting
// attempts while NATS is away, while the feed of endpoints is silent, and while results pile up.
package consumer
