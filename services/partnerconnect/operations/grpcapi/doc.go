// Package grpcapi translates the calls by which the company's own people review and decide, and the sandbox's calls of
// test keys, which play merchants, customers and banks.
package grpcapi
