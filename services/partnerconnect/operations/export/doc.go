// Package export makes a merchant's copy of everything that is known of it: a zip with its data, tables of its money,
// and its documents.
package export
