// Package grpcclient calls the payment engine of an adopter.
package grpcclient
