// Package grpcclient is what the clients of providers over gRPC share.
package grpcclient
