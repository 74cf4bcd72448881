// Package postgres stores onboardings with their documents and invitations, delegations, messages and identity
// sessions. Personal data is sealed with a key of the onboarding.
package postgres
