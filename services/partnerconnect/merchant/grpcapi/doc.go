// Package grpcapi translates the calls of onboardings, documents, invitations and merchants, those of operators about
// merchants, and reports of messages and identities. It reads from a call for which merchant it acts, and what the call
// needs of that merchant.
package grpcapi
