// Package usecase chains the entries of an audit trail, verifies and exports the chain, and runs the verifications of
// a service once a day.
package usecase
