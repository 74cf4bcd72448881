// Package grpcclient calls other systems over gRPC: webhooks, the verification service, and the providers of an adopter by the contracts of
// providers.v1 (messages, payment engine, bank rail, company register, identity).
package grpcclient
