// Package dispatcher is the domain of the program that makes deliveries: what an attempt is, what its result means, and
// how it is signed.
//
// It promises: a delivery from JetStream is acknowledged only after the result of its attempt, and the next attempt if
// there is one, are stored there; an attempt is counted only if a request was made; attempts to one endpoint cannot
// delay those to another. It does not promise that a receiver gets an attempt once: a crash between the request and the
// acknowledgement repeats it, with the same id and number.
//
// The program keeps no state that a restart would lose, and has no database driver.
package dispatcher
