// Package lane decides which attempt may start now, which waits here, and which is parked outside, so that a dead or
// slow endpoint does not delay the others.
//
// Each endpoint has a lane: a cap on its attempts in flight, halved by every timeout and raised by one for every
// answer, and a short queue. A lane whose attempts take long is suspect: it moves to a small pool of its own, shared
// evenly, and keeps no queue. A run of timeouts opens its breaker: then one probe at a time is let through.
//
// What counts against an endpoint is the time its attempts hold a slot, not their verdict: one that answers 500 in a
// millisecond costs nothing and is left alone.
//
// A lane fetches what is parked as soon as it has room again; nothing waits for a time to pass. What arrives meanwhile
// is parked behind it.
//
// The package is pure: no goroutine, no clock, no lock. Time is passed in; the caller serialises the calls. Memory is
// bounded: so many queued, so many in flight, so many lanes remembered.
package lane
