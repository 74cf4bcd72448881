// Package figures is what the metrics say about the business: what moved, by the events of the feed, and what is open.
package figures
