// Package abuse makes requests that no honest client sends, out of the OpenAPI document, and judges what is answered. It knows the
// shape of requests and the promises that hold for every answer (docs/errors.md), not one operation by name: a new operation is
// abused as soon as the document has it.
//
// A request follows from a seed, the operation and a number, so a finding can be sent again; only ids and keys are those of the
// running system.
package abuse
