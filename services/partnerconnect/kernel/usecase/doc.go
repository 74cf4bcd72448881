// Package usecase carries out what every module builds on: it authenticates keys, administers partners, relays events
// to webhooks, calls providers with retries, guards lookups of registers, and writes and reads the audit trail.
package usecase
