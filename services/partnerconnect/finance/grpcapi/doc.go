// Package grpcapi translates the calls of payments, payouts and accounts, and those of operators about money.
package grpcapi
