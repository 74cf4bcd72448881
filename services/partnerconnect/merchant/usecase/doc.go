// Package usecase carries out what partners, merchants, operators and time do with an onboarding, each in one
// transaction. An operation on behalf of a merchant has one order: lock, admission, the operation, audit. It also sends
// messages, reconciles identity sessions with the verification service, and stores files.
package usecase
