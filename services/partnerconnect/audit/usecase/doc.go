// Package usecase records entries of the audit trail, in batches, before a call is answered, and chains them.
package usecase
