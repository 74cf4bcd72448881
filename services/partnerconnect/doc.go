// Package partnerconnect is the ground of the service: the identifiers that every area names, and the errors that several areas answer.
// Each area has a package of its own: its types and pure rules, with its use cases, its store and its transport below it.
package partnerconnect
