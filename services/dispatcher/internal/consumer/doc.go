// Package consumer consumes deliveries from JetStream, makes their attempts, and stores the outcome before it
// acknowledges.
//
// It reads these streams: DELIVERIES with first attempts, one RETRY stream per delay, DEFERRED for attempts that could
// not be made, and PARKED for attempts that are due and for which their lane had no room. All attempts pass through the
// lanes (package lane), which fetch parked attempts by endpoint when they have room again. The order per attempt is:
// request, result to RESULTS, next attempt to its RETRY stream if there is one, acknowledgement once both are stored.
//
// It promises: a message is acknowledged only when its outcome is stored elsewhere, or when it cannot be read; an
// attempt that is deferred or parked keeps its number; memory is bounded whatever the backlog. No attempt starts while
// NATS is disconnected, while the feed of endpoints is stale, or while too many results are not stored.
package consumer
