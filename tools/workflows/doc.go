// Package workflows has the tests of .github: workflows are valid, safe and call targets of the Makefile that exist; a
// tag agrees with what it names.
package workflows
