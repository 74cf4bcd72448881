// Package usecase chains the entries of an audit trail, verifies and exports the chain, and has verified once a day what is due.
package usecase
