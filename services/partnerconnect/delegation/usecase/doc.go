// Package usecase runs what is done for a merchant, in the one order that all such operations have: lock, admission, the operation, audit.
package usecase
