// Package krs looks companies up in the open API of the Polish court register (Krajowy Rejestr Sądowy). It turns an
// answer into a prepared representation.Record, or into one of the errors of package register. Answers are untrusted
// input; their time and size are bounded.
package krs
