// Package internal is the module of what the services share; each of its packages has one purpose.
package internal
