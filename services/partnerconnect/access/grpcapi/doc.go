// Package grpcapi answers the contracts of proto/partnerconnect/v1: it turns messages into the domain and back, and checks who
// calls. The order in which a call is checked is that of docs/rules/api.md: credential, scope, headers, existence, state, body.
package grpcapi
