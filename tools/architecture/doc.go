// Package architecture checks the shape of the code against docs/architecture.md: which package may import which, how
// large packages and types may be, and that no interface hides a single implementation of our own. The tests check the
// repository itself (make lint-architecture), after they have shown that each check finds what it is for.
package architecture
