// Package partnerconnect is the base of the service: the identifiers that every module names, and the errors that
// several modules return. The modules are kernel, merchant, finance, operations and hosted; each has its types and
// pure rules, its use cases, its stores and its transports in packages of its own.
package partnerconnect
