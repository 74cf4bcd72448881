// Package grpcapi answers the calls that exist for test keys only: they play merchants, customers and banks.
package grpcapi
