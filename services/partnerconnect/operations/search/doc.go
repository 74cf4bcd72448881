// Package search finds what operators enter in one box: an id, a reference, an e-mail address or a number. Its results
// name no one.
package search
