// Package verification decides when an open identity session is reconciled with the verification service, and when it
// counts as lost.
package verification
