// Package change applies a change to an onboarding and derives its events from the difference.
package change
