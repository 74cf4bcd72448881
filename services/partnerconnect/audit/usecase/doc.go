// Package usecase records entries of the audit trail, in batches, before a call is answered, and answers operators what is in the trail.
package usecase
