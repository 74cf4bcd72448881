// Package audittrail is what the audit trails of all services have in common: the hash that chains their entries, the
// signed export of a part of a chain, and when a trail was last verified. Each service defines its entries. The
// beginning of a chain and the bytes that are hashed never change, since stored and exported chains depend on them.
package audittrail
