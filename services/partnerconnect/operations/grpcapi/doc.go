// Package grpcapi answers OperatorService, the calls of the company's own people, and the sandbox's calls of test keys,
// which play merchants, customers and banks.
package grpcapi
