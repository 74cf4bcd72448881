// Package usecase acts on test data as merchants, the operator and time would.
package usecase
