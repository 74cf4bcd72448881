// Package ceidg looks sole traders up in the API of the Polish register of sole traders (Centralna Ewidencja i Informacja o Działalności
// Gospodarczej), versions 2 and 3. It turns an entry into a prepared representation.Record with the owner as its one member, or into one of
// the errors of package register; what it reads is a stranger's, and bounded in time, size and number of calls.
package ceidg
