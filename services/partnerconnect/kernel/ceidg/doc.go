// Package ceidg looks sole traders up in the API of the Polish register of sole traders (Centralna Ewidencja i
// Informacja o Działalności Gospodarczej), versions 2 and 3. It turns an entry into a prepared representation.Record
// with the owner as its one member, or into one of the errors of package register. Answers are untrusted input; their
// time, size and number are bounded.
package ceidg
