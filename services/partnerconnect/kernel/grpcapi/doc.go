// Package grpcapi translates the calls of the kernel: who calls, partners and keys, the feed of events and its
// endpoints, providers, registers and the audit trail. All modules share its authentication, its audit entry of a call,
// and its parameters. A call is checked in the order of docs/rules/api.md: credential, scope, headers, existence,
// state, body.
package grpcapi
