// Package kernel is what the four modules of partner connect build on: who calls, the audit trail, the feed of events,
// the calls of providers, and company registers. It also has the [Program], to which modules add their services, pages
// and background work.
package kernel
