// Package publicpage is what the pages of merchants and customers share: a channel's branding, and limits of requests.
// Requests are counted by network, by link, and by browsers in which a merchant has signed in. Memory is bounded, and
// the three are counted apart, so that no kind, however many there are, makes the limits forget another.
package publicpage
