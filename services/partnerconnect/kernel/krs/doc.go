// Package krs looks companies up in the open API of the Polish court register (Krajowy Rejestr Sądowy). It turns an answer into a
// prepared representation.Record, or into one of the errors of package register; what it reads is a stranger's, and bounded
// in time and size.
package krs
