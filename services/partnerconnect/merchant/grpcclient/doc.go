// Package grpcclient calls the verification service, and the identity provider and the messaging system of an adopter.
package grpcclient
