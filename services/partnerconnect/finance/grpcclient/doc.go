// Package grpcclient calls the payment engine and the bank rail of an adopter.
package grpcclient
