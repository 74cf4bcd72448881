// Package conformance checks an adopter's implementation of a contract of providers.v1. It calls the implementation as
// partner connect does, at least once and at once, takes the reports that it makes, loses answers, and says which
// demands of the contract are met. What cannot be done by a call, such as paying, is done by a Hook.
package conformance
