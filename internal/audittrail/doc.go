// Package audittrail is what the audit trails of all services have in common: the hash that chains their entries, the signed export of a
// part of a chain, and when a trail was last verified. What an entry is, each service says itself. Where the chain begins and what is
// hashed is part of what was stored and exported, and does not change.
package audittrail
