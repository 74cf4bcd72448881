// Package dispatcher is the domain of the program that makes deliveries: what an attempt is, what its result means, and
// with which keys it is signed.
//
// It promises: a delivery taken from JetStream is acknowledged only after the result of its attempt, and the next
// attempt if there is one, are stored there; an attempt is counted only if a request was made; attempts of one
// endpoint cannot hold up those of another. It does not promise that a receiver sees an attempt once: a crash between
// the request and the acknowledgement repeats it, with the same id and number.
//
// The program holds no state that a restart would lose, and no database driver.
package dispatcher
