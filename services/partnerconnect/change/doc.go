// Package change applies what somebody does to an onboarding, and derives the events from what is different afterwards.
package change
