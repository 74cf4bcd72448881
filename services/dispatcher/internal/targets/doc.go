// Package targets caches endpoints, kept current by the feed of webhooks. Nothing is served from it that could be more
// than a second old.
//
// It promises: a Target that Get returns was true at most about a second before; while the feed is silent, Get waits.
// A response whose lookup began before the endpoint changed is discarded. Memory is bounded by the number of endpoints
// cached.
package targets
