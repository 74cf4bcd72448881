// Package grpcclient calls the verification service.
package grpcclient
