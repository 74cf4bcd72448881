// Package abuse generates hostile requests from the OpenAPI document and checks the responses. It knows the form of
// requests and what holds for every response (docs/errors.md), but no operation by name: a new operation is covered as
// soon as the document has it.
//
// A request is determined by a seed, the operation and a number, so that a finding can be reproduced; only ids and keys
// are those of the running system.
package abuse
