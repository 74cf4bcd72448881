// Package targets knows endpoints: a cache in front of the feed of webhooks that is never trusted when it could be more
// than a second old.
//
// It promises: a Target that Get returns was true at most about a second before; while nothing is heard from the feed,
// Get waits. An answer that began before the endpoint changed is never kept. Memory is bounded by the number of
// endpoints cached.
package targets
