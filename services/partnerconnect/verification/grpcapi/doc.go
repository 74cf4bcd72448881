// Package grpcapi translates the operator's calls about verification sessions.
package grpcapi
