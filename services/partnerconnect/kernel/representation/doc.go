// Package representation decides whether a person may act for a company: from the company's entry in its register, the
// rule by which its representing body signs, and the person's own claim. It is pure: no clock, no network, no database.
//
// It promises one thing above all: doubt never yields solo. A rule text that is not understood to its last word counts
// as not understood, a person whom the register does not list represents no one, and the register takes precedence over
// a claim. It does not promise to understand every rule text; one that it does not costs a second signature, never a
// wrong one.
//
// The algorithm is described in docs/representation.md.
package representation
