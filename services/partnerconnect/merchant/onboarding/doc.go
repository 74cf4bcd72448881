// Package onboarding is a merchant's way to being paid: its data, documents, invitations, decisions and status.
package onboarding
