// Package grpcapi translates the calls of onboardings, documents, invitations and merchants.
package grpcapi
