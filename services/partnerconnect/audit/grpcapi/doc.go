// Package grpcapi translates the operator's calls about the audit trail.
package grpcapi
