// Package e2e is the module of the whole system: devstack, which runs it with one command, and the tests that use it
// from outside, through its APIs.
package e2e
