// Package grpcapi translates the calls of payments, payouts and accounts.
package grpcapi
