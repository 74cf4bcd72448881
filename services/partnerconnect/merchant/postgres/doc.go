// Package postgres stores onboardings with their documents and invitations, reviews, delegations, messages, and
// identity sessions with the reports about them. Personal data is sealed with a key of the onboarding.
package postgres
