// Package field checks the values of request fields, one kind of value a file, and collects what is wrong as
// violations. No message repeats what was sent.
package field
